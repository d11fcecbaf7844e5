import type { LibraryUiElement } from '@huggingface/tasks';

/** A library that code is known for. */
export type KnownLibrary = LibraryUiElement & Required<Pick<LibraryUiElement, 'snippets'>>;

/** What @huggingface/tasks, which is loaded when first asked for, knows of a library; undefined without any code. */
export async function knownLibrary(name: string): Promise<KnownLibrary | undefined> {
  const { MODEL_LIBRARIES_UI_ELEMENTS } = await import('@huggingface/tasks');
  if (!Object.hasOwn(MODEL_LIBRARIES_UI_ELEMENTS, name)) return undefined;
  const known: LibraryUiElement =
    MODEL_LIBRARIES_UI_ELEMENTS[name as keyof typeof MODEL_LIBRARIES_UI_ELEMENTS];
  return known.snippets ? { ...known, snippets: known.snippets } : undefined;
}

/** Whether code is known for models of a library, for example `transformers`. */
export async function hasLibraryCode(name: string): Promise<boolean> {
  return (await knownLibrary(name)) !== undefined;
}

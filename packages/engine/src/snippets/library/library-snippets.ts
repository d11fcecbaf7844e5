import type { LibraryUiElement } from '@huggingface/tasks';
import { isModelId, type ModelInfo } from '../../hub/index.ts';
import { Marks } from './placeholders.ts';
import { mended } from './template-fixes.ts';
import { modelDataOf } from './model-data.ts';

/** A piece of code for a library: what installs it, what loads the model, what runs it. */
export interface LibrarySnippet {
  readonly grammar: LibraryGrammar;
  /** Without a newline at its end, and without characters that steer or hide in a terminal. */
  readonly code: string;
}

/** Code that uses a model with the library it was made for. */
export interface LibrarySnippets {
  /** The Hub's name of the library, for example `transformers`. */
  readonly library: string;
  /** For example `Transformers`. */
  readonly label: string;
  readonly docsUrl?: string;
  readonly repoUrl?: string;
  /** At least one, in the order in which they are used. */
  readonly snippets: readonly LibrarySnippet[];
}

/**
 * Code for the library that a model names, from the templates of @huggingface/tasks, which is loaded when first asked
 * for. Cards are written by strangers: their texts stand in the code as literals and comments only.
 * @returns undefined when the model names no library that anyone knows code for, or its id is no id
 */
export async function librarySnippetsOf(info: ModelInfo): Promise<LibrarySnippets | undefined> {
  const library = info.library_name;
  const known = typeof library === 'string' ? await knownLibrary(library) : undefined;
  if (library === undefined || !known || typeof info.id !== 'string' || !isModelId(info.id)) return undefined;
  const marks = new Marks();
  const templates = known.snippets(modelDataOf(info, library, marks));
  const snippets = mended(library, templates.map(tidy)).map((code) => {
    const grammar = grammarOf(library, code);
    return { grammar, code: marks.putBack(code, grammar) };
  });
  if (snippets.length === 0) return undefined;
  return {
    library,
    label: known.prettyLabel,
    ...(known.docsUrl === undefined ? {} : { docsUrl: known.docsUrl }),
    repoUrl: known.repoUrl,
    snippets,
  };
}

/** A library that code is known for. */
type KnownLibrary = LibraryUiElement & Required<Pick<LibraryUiElement, 'snippets'>>;

/** What @huggingface/tasks, which is loaded when first asked for, knows of a library; undefined without any code. */
async function knownLibrary(name: string): Promise<KnownLibrary | undefined> {
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

/** Languages of the code for libraries, by the names that highlighters know. */
export type LibraryGrammar = 'python' | 'bash' | 'javascript' | 'csharp';

/** Libraries of other languages than Python. */
const grammars: Readonly<Record<string, LibraryGrammar>> = {
  'transformers.js': 'javascript',
  'unity-sentis': 'csharp',
};

/** How a line of Python begins in the templates: an import, an assignment or a call. Commands begin otherwise. */
const python = /^(?:from |import |[\w.]+ = |[\w.]+\()/;

/** The language of a piece of code, which its library's template does not tell. */
function grammarOf(library: string, code: string): LibraryGrammar {
  const known = grammars[library];
  if (known) return known;
  const first = code.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  return first === undefined || python.test(first) ? 'python' : 'bash';
}

/** Code without blank lines around it and spaces at the end of its lines, indented by spaces alone. */
export function tidy(code: string): string {
  return code
    .replace(/^[\t ]*\t/gm, (indent) => indent.replaceAll('\t', '    '))
    .replace(/[\t ]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
}

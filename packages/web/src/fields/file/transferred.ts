import { InputError } from '@tryout/engine';

/** Whether a drag brings files. */
export function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/**
 * The file of a drop or a paste; undefined where there is none.
 * @throws InputError for a folder, and for several files: which one is meant is the person's to say
 */
export function fileIn(transfer: DataTransfer | null): File | undefined {
  const [file, ...others] = transfer?.files ?? [];
  const isFolder = [...(transfer?.items ?? [])].some(
    (item) => item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory,
  );
  if (file && isFolder) throw new InputError(`${file.name} is a folder`, { hint: 'Choose a file in it.' });
  if (others.length > 0)
    throw new InputError(`These are ${others.length + 1} files`, { hint: 'Give one at a time.' });
  return file;
}

/** Whether what is typed or pasted at a place goes into a text there. */
export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, select, input:not([type=file], [type=checkbox], [type=radio])')
  );
}

import { InputError, type NamedBlob } from '@tryout/engine';

/** More files are not read. */
const MAX_FILES = 20_000;

/** Chosen files, with their paths in a folder that was chosen. */
export function nameFiles(files: readonly File[]): readonly NamedBlob[] {
  const named = files.map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
  return checkCount(named.length > 1 ? named.filter(({ path }) => !isHidden(path)) : named);
}

/** Dropped files, also those in folders. Must be called in the event. @throws InputError */
export async function readDropped({ items, files }: DataTransfer): Promise<readonly NamedBlob[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = [...files];
  if (entries.every((entry) => entry.isFile)) return nameFiles(plain);
  const named: NamedBlob[] = [];
  for (const entry of entries) await collect(entry, named);
  if (named.length === 0)
    throw new InputError(`${entries[0]!.name} is a folder without files`, { hint: 'Choose another one.' });
  return checkCount(named);
}

async function collect(entry: FileSystemEntry, named: NamedBlob[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isHidden(path) || named.length > MAX_FILES) return;
  if (entry.isFile) {
    const blob = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    named.push({ path, blob });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A part of the folder each time.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return;
    for (const each of part) await collect(each, named);
  }
}

const isHidden = (path: string) => /(?:^|\/)\./.test(path);

function checkCount(files: readonly NamedBlob[]): readonly NamedBlob[] {
  if (files.length <= MAX_FILES) return files;
  throw new InputError(`There are more than ${MAX_FILES} files`, { hint: 'Use tryout batch for them.' });
}

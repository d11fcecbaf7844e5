import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file or folder in a folder. */
export interface FolderEntry {
  readonly name: string;
  /** The name to compare by: composed, in lower case. */
  readonly folded: string;
  readonly isFolder: boolean;
}

/** Read at once from the disk; after each of these keys are answered. */
const PORTION = 512;
/** Reports what has come after so many entries. */
const REPORT_AFTER = 8192;
/** Links whose targets are looked up at the same time. */
const LINKS_AT_ONCE = 64;

/** A name as it is compared: systems differ in how they compose letters with marks. */
export function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/**
 * Reads a folder piece by piece, so that keys are answered in between, however many entries it has.
 * @param add given the entries as they come
 * @throws what `opendir` throws
 */
export async function readFolder(
  path: string,
  signal: AbortSignal,
  add: (entries: readonly FolderEntry[]) => void,
): Promise<void> {
  const links: string[] = [];
  let entries: FolderEntry[] = [];
  const report = () => {
    add(entries);
    entries = [];
  };
  for await (const entry of await opendir(path, { bufferSize: PORTION })) {
    if (signal.aborted) return;
    const { name } = entry;
    if (entry.isSymbolicLink()) links.push(name);
    else entries.push({ name, folded: folded(name), isFolder: entry.isDirectory() });
    if (entries.length >= REPORT_AFTER) report();
  }
  while (links.length > 0 && !signal.aborted) {
    entries.push(...(await Promise.all(links.splice(0, LINKS_AT_ONCE).map((name) => followed(path, name)))));
    if (entries.length >= REPORT_AFTER) report();
  }
  report();
}

async function followed(folder: string, name: string): Promise<FolderEntry> {
  const target = await stat(join(folder, name)).catch(() => undefined);
  return { name, folded: folded(name), isFolder: target?.isDirectory() === true };
}

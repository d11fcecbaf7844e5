import { chmod, lstat, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** F15. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** The home folder of users that have none, as in Debian; the command line sets it too. */
const NO_HOME = '/nonexistent';

/** Why the file system rejected something, in a few words. */
export function getFileReason(error: unknown): string {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (path?.startsWith(NO_HOME)) return 'there is no home folder; set HOME';
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : (code ?? message);
}

/** Makes a file private; false if there is none. @throws Error with the reason if it is unusable */
export async function closeFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`it cannot be read (${error.code})`);
  });
  if (!found) return false;
  if (found.isSymbolicLink()) throw new Error('it is a symbolic link');
  if (!found.isFile()) throw new Error('it is not a file');
  if ((found.mode & 0o077) !== 0) await chmod(path, FILE_MODE);
  return true;
}

/** Makes a folder private, if that is allowed. */
export async function closeFolder(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o077) !== 0) await chmod(folder, FOLDER_MODE).catch(() => undefined);
}

/** Replaces a file atomically with a private one; leaves no temporary file. */
export async function replace(path: string, content: string | AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await rm(temporary, { force: true });
    // 'wx' does not follow a symbolic link.
    await writeFile(temporary, content, { mode: FILE_MODE, flag: 'wx', flush: true });
    await chmod(temporary, FILE_MODE);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes temporary files of killed processes, including those of the lock. */
export async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    const suffix = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const [, writer] = /^(?:lock\.)?(\d+)\.tmp$/.exec(suffix) ?? [];
    if (writer !== undefined && !isAlive(Number(writer))) await rm(join(folder, name), { force: true });
  }
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { chmod, lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { whenHandlesAreFree } from '../http/index.ts';

/** Tokens, inputs and answers are for the user alone. */
export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

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
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`it cannot be read (${error.code})`);
  });
  if (!stats) return false;
  if (stats.isSymbolicLink()) throw new Error('it is a symbolic link');
  if (!stats.isFile()) throw new Error('it is not a file');
  if ((stats.mode & 0o077) !== 0) await chmod(path, FILE_MODE);
  return true;
}

const isFolder = (path: string) =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

/**
 * Creates a private folder and those above it. Node's `recursive` never ends in folders such as `/proc/none`.
 * @param isRetry its parent exists
 */
export async function createFolder(folder: string, isRetry = false): Promise<void> {
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if (await isFolder(folder)) return;
    const parent = dirname(folder);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || isRetry || parent === folder) throw error;
    // Others may create the same folders.
    if (!(await isFolder(parent))) await createFolder(parent);
    await createFolder(folder, true);
  }
}

/** Makes a folder private, unless it belongs to another user or a link leads to it. */
export async function closeFolder(folder: string): Promise<void> {
  const stats = await lstat(folder);
  const isOwn = stats.isDirectory() && stats.uid === process.getuid?.();
  if (isOwn && (stats.mode & 0o077) !== 0) await chmod(folder, FOLDER_MODE).catch(() => undefined);
}

/**
 * Replaces a file atomically; leaves no temporary file. Links are replaced, not followed.
 * @param isPrivate by default; otherwise the permissions stay
 */
export async function replace(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array | string>,
  isPrivate = true,
): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await rm(temporary, { force: true });
    // 'wx' does not follow a symbolic link.
    const options = { ...(isPrivate && { mode: FILE_MODE }), flag: 'wx', flush: isPrivate };
    await whenHandlesAreFree(() => writeFile(temporary, content, options));
    const before = isPrivate ? undefined : await lstat(path).catch(() => undefined);
    if (isPrivate || before?.isFile()) await chmod(temporary, before ? before.mode & 0o777 : FILE_MODE);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes a file. Links, folders and devices stay, since Tryout creates none. */
export async function removeFile(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isFile()) await rm(path, { force: true });
}

/** Removes the files in a folder whose names pass. */
export async function removeFiles(folder: string, isRemoved: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (isRemoved(name)) await removeFile(join(folder, name));
}

/** Whether a name is that of a temporary file of a killed process. @param isOwn whether a name is one of Tryout's files */
export function isAbandoned(name: string, isOwn: (name: string) => boolean): boolean {
  const [, file = '', writer] = /^(.+)\.(\d+)\.tmp$/.exec(name) ?? [];
  return isOwn(file) && !isAlive(Number(writer));
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

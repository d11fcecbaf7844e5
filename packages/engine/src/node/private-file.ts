import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Only the person may read the file and look into its folder (F15). */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** A file that holds one small JSON object, private to its owner and always whole. */
export interface PrivateFile {
  readonly path: string;
  /** The object; undefined when there is no file. @throws Error whose message says why it cannot be used */
  read(): Promise<Record<string, unknown> | undefined>;
  /** Whether anything is there, usable or not. */
  exists(): Promise<boolean>;
  /** Replaces the object at once; what was there but could not be used is kept beside it, in place of older copies. */
  write(value: Record<string, unknown>): Promise<void>;
  /** Removes the file and the copies beside it. */
  remove(): Promise<void>;
}

/** Whether an object can be used: throws an Error whose message says why not. */
type Check = (value: Record<string, unknown>) => void;

interface PrivateFileOptions {
  /** What else an object has to fulfill. */
  readonly check?: Check;
  /** Whether the folder is Tryout's own: it is then closed to others, even if somebody opened it. */
  readonly ownsFolder?: boolean;
}

/** A folder that is missing is made, closed to others; one that is there keeps its mode unless it is our own. */
export function privateFile(
  path: string,
  { check = () => undefined, ownsFolder = false }: PrivateFileOptions = {},
): PrivateFile {
  const read = async () => {
    const value = await readObject(path);
    if (ownsFolder && value) await closeFolder(dirname(path));
    if (value) check(value);
    return value;
  };
  return {
    path,
    read,
    exists: () =>
      lstat(path).then(
        () => true,
        () => false,
      ),
    async write(value) {
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      if (ownsFolder) await closeFolder(folder);
      await removeAbandoned(path);
      const isUsable = await read().then(
        () => true,
        () => false,
      );
      if (!isUsable) await keepCopy(path);
      await replace(path, `${JSON.stringify(value)}\n`);
    },
    async remove() {
      await removeAbandoned(path);
      await rm(path, { force: true, recursive: true }).catch(unlessThereIsNoFolder);
      await removeCopies(path);
    },
  };
}

async function readObject(path: string): Promise<Record<string, unknown> | undefined> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`it cannot be read (${error.code})`);
  });
  if (!found) return undefined;
  if (found.isSymbolicLink()) throw new Error('it is a symbolic link');
  if (!found.isFile()) throw new Error('it is not a file');
  if ((found.mode & 0o077) !== 0) await chmod(path, FILE_MODE);
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it does not hold what was stored');
  return value as Record<string, unknown>;
}

/** Closes a folder that others may look into. Where that is not allowed the file is private all the same. */
async function closeFolder(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o077) !== 0) await chmod(folder, FOLDER_MODE).catch(() => undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Readers see the old file or the new one, never a part: the new one is written beside it and takes its name. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await rm(temporary, { force: true });
    // In a folder that others can write to, a link of theirs must not be followed.
    await writeFile(temporary, text, { mode: FILE_MODE, flag: 'wx', flush: true });
    await chmod(temporary, FILE_MODE);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes what processes left behind that were killed while they wrote; those still alive keep theirs. */
async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    // Its own, and those of the lock that stands beside it.
    const [, writer] =
      (name.startsWith(prefix) && /^(?:lock\.)?(\d+)\.tmp$/.exec(name.slice(prefix.length))) || [];
    if (writer !== undefined && !isAlive(Number(writer))) await rm(join(folder, name), { force: true });
  }
}

/** Whether a process of this machine is running, whoever owns it. */
export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function keepCopy(path: string): Promise<void> {
  const copy = `${path}.backup-${Date.now()}`;
  try {
    await rename(path, copy);
  } catch (error) {
    // Another process has kept it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await removeCopies(path, basename(copy));
}

/** Something else stands where the folder would be: there is no file either. */
function unlessThereIsNoFolder(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTDIR') throw error;
}

async function removeCopies(path: string, but?: string): Promise<void> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (name.startsWith(`${basename(path)}.backup-`) && name !== but)
      await rm(join(folder, name), { force: true, recursive: true });
  }
}

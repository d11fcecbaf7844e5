import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Only the person may read the file and look into its folder (F15). */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** A file that holds one small JSON object, private to its owner and always whole. */
export interface PrivateFile {
  readonly path: string;
  /** The object; undefined when there is no file. @throws Error whose message says why it cannot be used */
  read(): Promise<Record<string, unknown> | undefined>;
  /** Replaces the object at once; what was there but could not be used is kept beside it. */
  write(value: Record<string, unknown>): Promise<void>;
  remove(): Promise<void>;
}

export function privateFile(path: string): PrivateFile {
  return {
    path,
    read: () => readObject(path),
    async write(value) {
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      await chmod(folder, FOLDER_MODE);
      await removeAbandoned(path);
      await keepUnusable(path);
      await replace(path, `${JSON.stringify(value)}\n`);
    },
    async remove() {
      await removeAbandoned(path);
      await rm(path, { force: true, recursive: true });
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
    await writeFile(temporary, text, { mode: FILE_MODE, flush: true });
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
    const writer =
      name.startsWith(prefix) && name.endsWith('.tmp') ? Number(name.slice(prefix.length, -4)) : Number.NaN;
    if (Number.isInteger(writer) && !isAlive(writer)) await rm(join(folder, name), { force: true });
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function keepUnusable(path: string): Promise<void> {
  const unusable = await readObject(path).then(
    () => false,
    () => true,
  );
  if (unusable) await rename(path, `${path}.backup-${Date.now()}`);
}

import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../text/index.ts';

/** F15. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

interface PrivateFileOptions {
  /** @throws Error with the reason if the object is unusable */
  readonly check: (value: Record<string, unknown>) => void;
  /** Whether to make the folder private, even if it exists. */
  readonly ownsFolder: boolean;
}

/** A private file with one small JSON object, replaced atomically. */
export function privateFile(path: string, { check, ownsFolder }: PrivateFileOptions) {
  /** Undefined if there is no file. @throws Error with the reason if it is unusable */
  async function read(): Promise<Record<string, unknown> | undefined> {
    const value = await readObject(path);
    if (ownsFolder && value) await closeFolder(dirname(path));
    if (value) check(value);
    return value;
  }
  return {
    path,
    read,
    exists: async () => (await lstat(path).catch(() => undefined)) !== undefined,
    /** Replaces the file; keeps a backup of an unusable one, and removes older backups. */
    async write(value: Record<string, unknown>): Promise<void> {
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      if (ownsFolder) await closeFolder(folder);
      await removeAbandoned(path);
      await read().catch(() => keepBackup(path));
      await replace(path, `${JSON.stringify(value)}\n`);
    },
    /** Removes the file and its backups. */
    async remove(): Promise<void> {
      await removeAbandoned(path);
      await rm(path, { force: true, recursive: true }).catch((error: NodeJS.ErrnoException) => {
        // ENOTDIR also means that there is no file.
        if (error.code !== 'ENOTDIR') throw error;
      });
      await removeSiblings(path, (rest) => rest.startsWith('backup-'));
    },
  };
}

async function readObject(path: string): Promise<Record<string, unknown> | undefined> {
  if (!(await closeFile(path))) return undefined;
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  const value = attempt(() => JSON.parse(text) as unknown);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it has an unexpected format');
  return value as Record<string, unknown>;
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
export function removeAbandoned(path: string): Promise<void> {
  return removeSiblings(path, (rest) => {
    const writer = /^(?:lock\.)?(\d+)\.tmp$/.exec(rest)?.[1];
    return writer !== undefined && !isAlive(Number(writer));
  });
}

/** Removes files with the name of this one and a suffix. */
async function removeSiblings(path: string, isObsolete: (suffix: string) => boolean): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(prefix) && isObsolete(name.slice(prefix.length)))
      await rm(join(folder, name), { force: true, recursive: true });
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

async function keepBackup(path: string): Promise<void> {
  const suffix = `backup-${Date.now()}`;
  try {
    await rename(path, `${path}.${suffix}`);
  } catch (error) {
    // Another process did it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await removeSiblings(path, (rest) => rest.startsWith('backup-') && rest !== suffix);
}

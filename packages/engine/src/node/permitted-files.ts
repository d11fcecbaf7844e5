import { constants, type Stats } from 'node:fs';
import { lstat, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../errors/index.ts';
import { whenHandlesAreFree } from '../http/index.ts';
import { visibleLine } from '../text/index.ts';

/** The files that may be read or uploaded for a name that comes from data, a link, an agent or a folder. */
export interface Permission {
  /** Where names are looked up, in this order. */
  readonly folders: readonly string[];
  /** Real paths of the folders in which permitted files are, links followed. */
  readonly roots: readonly string[];
  /** Folders and files below the roots that are never read. */
  readonly except?: readonly string[];
  readonly allowsAbsolute?: boolean;
  /** Whether parts of a path below its root may begin with a dot. */
  readonly allowsHidden?: boolean;
  /** What permits more. */
  readonly hint: string;
}

export interface OpenFile {
  readonly handle: FileHandle;
  /** For people: as it was typed, or relative to the folder where it was looked up. */
  readonly path: string;
  /** Where it is, links followed. */
  readonly realPath: string;
  readonly stats: Stats;
}

/** The real path of a folder; undefined if it is none. */
export async function findFolder(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() ? realpath(path) : undefined;
}

/**
 * Opens a regular file. What is read from its handle is of the permitted file, even if links are replaced meanwhile.
 * @param permission undefined for a file that the user named
 * @throws InputError
 */
export async function openRegularFile(name: string, permission?: Permission): Promise<OpenFile> {
  const found = permission ? await findPermitted(name, permission) : { path: name, realPath: name };
  const shown = permission ? quote(name) : name;
  const unreadable = ({ code }: NodeJS.ErrnoException) => {
    const hint = 'Check the path and its permissions.';
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new InputError(`File not found: ${shown}`, { code: 'FILE_NOT_FOUND', hint: 'Check the path.' });
    const isDenied = code === 'EACCES' || code === 'EPERM';
    throw new InputError(isDenied ? `No permission to read ${shown}` : `Cannot read ${shown} (${code})`, {
      hint,
    });
  };
  // Devices act when they are opened.
  requireRegular(await stat(found.realPath).catch(unreadable), shown);
  const handle = await openHandle(found.realPath).catch(unreadable);
  try {
    const stats = await handle.stat();
    requireRegular(stats, shown);
    if (permission) await requirePermitted(await locate(handle, found.realPath), name, permission);
    return { ...found, stats, handle };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Whether an open file is below a folder, which is a real path. */
export async function isOpenBelow(handle: FileHandle, path: string, folder: string): Promise<boolean> {
  return isInside(folder, (await locate(handle, path)) ?? dirname(folder));
}

/** Opens a file for reading. Waits for neither the writer of a pipe nor a device, but while too many files are open. */
export function openHandle(path: string): Promise<FileHandle> {
  // Windows has no O_NONBLOCK, which `|` reads as 0.
  return whenHandlesAreFree(() => open(path, constants.O_RDONLY | constants.O_NONBLOCK));
}

/** Characters of a name that an error shows. */
const MAX_SHOWN = 200;

const quote = (name: string) =>
  `'${visibleLine(name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name)}'`;

/** @throws InputError. Nothing outside of the folders is looked up, not even whether it exists. */
async function findPermitted(name: string, permission: Permission) {
  const { folders, roots, allowsAbsolute, hint } = permission;
  if (roots.length === 0) throw new InputError(`${quote(name)} may not be read`, { hint });
  if (isAbsolute(name) && !allowsAbsolute)
    throw new InputError(`${quote(name)} is an absolute path`, { hint });
  const within = [...folders, ...roots].map((folder) => resolve(folder));
  let refusal: unknown;
  for (const folder of folders) {
    const full = resolve(folder, name);
    const ways = within.filter((each) => isInside(each, full)).map((each) => relative(each, full));
    const [way] = ways.sort((one, other) => one.length - other.length);
    const real = way === undefined ? undefined : await realpath(full).catch(() => undefined);
    try {
      if (way !== undefined && real === undefined) continue;
      await requirePermitted(real, name, permission, way);
      return { path: isAbsolute(name) ? name : join(folder, name), realPath: real! };
    } catch (error) {
      refusal ??= error;
    }
  }
  throw (
    refusal ??
    new InputError(`File not found: ${quote(name)}`, {
      code: 'FILE_NOT_FOUND',
      hint: `Use a path relative to ${folders.map((folder) => (folder === '.' ? 'the current folder' : folder)).join(' or ')}.`,
    })
  );
}

/** @param way the path as it was named, relative to a folder @throws InputError */
async function requirePermitted(real = '', name: string, permission: Permission, way = ''): Promise<void> {
  const { roots, except = [], allowsHidden = false, hint } = permission;
  const root = roots.find((each) => isAbsolute(real) && isInside(each, real));
  if (root === undefined)
    throw new InputError(`${quote(name)} is outside of ${roots.join(' or ')}`, { hint });
  const parts = [...way.split(sep), ...relative(root, real).split(sep)];
  if (!allowsHidden && parts.some((part) => part.startsWith('.') && part !== '..'))
    throw new InputError(`${quote(name)} is hidden`, {
      hint: 'Files are not read if a part of their path begins with a dot. Rename it.',
    });
  for (const path of except)
    if (isInside(await realpath(path).catch(() => resolve(path)), real))
      throw new InputError(`${quote(name)} is a file of Tryout or a token, which is never read`, { hint });
}

function requireRegular(stats: Stats, shown: string): void {
  if (stats.isDirectory()) throw new InputError(`${shown} is a folder`, { hint: 'Choose a file in it.' });
  const hint = 'Save it to a file first, or pass - and pipe it in.';
  if (!stats.isFile()) throw new InputError(`${shown} is not a regular file`, { hint });
}

/** Where an open file is: as Linux says it, else the real path of its name, if this leads to the same file. */
async function locate(handle: FileHandle, path: string): Promise<string | undefined> {
  const isLinux = process.platform === 'linux';
  const known = isLinux ? await readlink(`/proc/self/fd/${handle.fd}`).catch(() => '') : '';
  if (isAbsolute(known)) return known;
  const real = await realpath(path).catch(() => path);
  const [there, opened] = await Promise.all([lstat(real).catch(() => undefined), handle.stat()]);
  const isSame = there?.ino === opened.ino && there.dev === opened.dev;
  return isSame && real === (await realpath(path).catch(() => undefined)) ? real : undefined;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

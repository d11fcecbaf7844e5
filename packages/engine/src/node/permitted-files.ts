import { constants, type Stats } from 'node:fs';
import { lstat, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
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
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? realpath(path) : undefined;
}

/**
 * Opens a regular file. Everything that is then read from its handle is of the permitted file, even if a link is replaced meanwhile.
 * @param permission undefined for a file that the user named
 * @throws InputError
 */
export async function openRegularFile(name: string, permission?: Permission): Promise<OpenFile> {
  const found = permission ? await findPermitted(name, permission) : { path: name, realPath: name };
  const shown = permission ? quote(name) : name;
  // Devices act when they are opened.
  requireRegular(await stat(found.realPath).catch(rethrow), shown);
  const handle = await openHandle(found.realPath).catch(rethrow);
  try {
    const stats = await handle.stat();
    requireRegular(stats, shown);
    if (permission) await requirePermitted(await locate(handle, found.realPath), name, permission);
    return { ...found, stats, handle };
  } catch (error) {
    await handle.close();
    throw error;
  }

  function rethrow({ code }: NodeJS.ErrnoException): never {
    if (code === 'ENOENT' || code === 'ENOTDIR') throw missing(shown, 'Check the path.');
    if (code === 'EACCES' || code === 'EPERM')
      throw new InputError(`No permission to read ${shown}`, { hint: 'Check its permissions.' });
    throw new InputError(`Cannot read ${shown} (${code})`, { hint: 'Check the path.' });
  }
}

/** Whether an open file is below a folder, which is a real path. */
export async function isOpenBelow(handle: FileHandle, path: string, folder: string): Promise<boolean> {
  const real = await locate(handle, path);
  return real !== undefined && isInside(folder, real);
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
  const shown = quote(name);
  if (roots.length === 0) throw new InputError(`${shown} may not be read`, { hint });
  if (isAbsolute(name) && !allowsAbsolute) throw new InputError(`${shown} is an absolute path`, { hint });
  let refusal: unknown;
  let isBelow = false;
  for (const folder of folders) {
    const full = resolve(folder, name);
    if (![...folders, ...roots].some((each) => isInside(resolve(each), full))) continue;
    isBelow = true;
    const real = await realpath(full).catch(() => undefined);
    if (real === undefined) continue;
    try {
      await requirePermitted(real, name, permission);
      if (!permission.allowsHidden) requireVisible(relative(resolve(folder), full), shown);
      return { path: isAbsolute(name) ? name : join(folder, name), realPath: real };
    } catch (error) {
      refusal ??= error;
    }
  }
  if (refusal) throw refusal;
  if (!isBelow) throw outside(name, permission);
  throw missing(shown, `Use a path relative to ${folders.join(' or ')}.`);
}

/** @throws InputError */
async function requirePermitted(real: string | undefined, name: string, permission: Permission) {
  const { roots, except = [], allowsHidden = false, hint } = permission;
  const root = real === undefined ? undefined : roots.find((each) => isInside(each, real));
  if (real === undefined || root === undefined) throw outside(name, permission);
  if (!allowsHidden) requireVisible(relative(root, real), quote(name));
  for (const path of except)
    if (isInside(await realpath(path).catch(() => resolve(path)), real))
      throw new InputError(`${quote(name)} is a file of Tryout or a token, which is never read`, { hint });
}

/** @throws InputError for a path with a part that begins with a dot */
function requireVisible(path: string, shown: string): void {
  if (path.split(sep).some((part) => part.startsWith('.') && part !== '..'))
    throw new InputError(`${shown} is hidden`, {
      hint: 'Files are not read if a part of their path begins with a dot. Rename it.',
    });
}

function requireRegular(stats: { isFile(): boolean; isDirectory(): boolean }, shown: string): void {
  if (stats.isDirectory()) throw new InputError(`${shown} is a folder`, { hint: 'Choose a file in it.' });
  if (!stats.isFile())
    throw new InputError(`${shown} is not a regular file`, {
      hint: 'Save it to a file first, or pass - and pipe it in.',
    });
}

/** Where an open file is: as Linux says it, else the real path of its name, if this leads to the same file. */
async function locate(handle: FileHandle, path: string): Promise<string | undefined> {
  const isLinux = process.platform === 'linux';
  const known = isLinux ? await readlink(`/proc/self/fd/${handle.fd}`).catch(() => '') : '';
  if (isAbsolute(known)) return known;
  const real = await realpath(path).catch(() => path);
  const there = await lstat(real).catch(() => undefined);
  const opened = await handle.stat();
  const isSame = there?.ino === opened.ino && there.dev === opened.dev;
  return isSame && real === (await realpath(path).catch(() => undefined)) ? real : undefined;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(name: string, { roots, hint }: Permission): InputError {
  return new InputError(`${quote(name)} is outside of ${roots.join(' or ')}`, { hint });
}

function missing(shown: string, hint: string): InputError {
  return new InputError(`File not found: ${shown}`, { code: 'FILE_NOT_FOUND', hint });
}

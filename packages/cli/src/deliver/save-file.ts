import { mkdtemp, open, rm, access, constants, lstat, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, dirname, extname } from 'node:path';
import { getEnding, InputError, numbered, SaveError } from '@tryout/engine';
import { isOpenBelow, replace } from '@tryout/engine/node';

function saveErrorFor(path: string, cause: NodeJS.ErrnoException): SaveError {
  const reason = cause.code === 'ENOSPC' ? 'the disk is full' : cause.code;
  const message = cause.code === 'EEXIST' ? `${path} already exists` : `Could not write ${path} (${reason})`;
  return new SaveError(message, { hint: 'Save it under another name.', cause });
}

/**
 * Saves a result. `force` replaces an existing file atomically; links are replaced, not followed.
 * @param root the real path of a folder that must contain a new file, even if a link is replaced meanwhile
 * @throws SaveError if the file exists or cannot be written; no partial file remains
 */
export async function saveFile(
  path: string,
  bytes: Uint8Array | string,
  force: boolean,
  root?: string,
): Promise<void> {
  try {
    await (force ? replace(path, bytes, false) : writeNew(path, bytes, root));
  } catch (error) {
    throw saveErrorFor(path, error as NodeJS.ErrnoException);
  }
}

async function writeNew(path: string, bytes: Uint8Array | string, root?: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    if (root !== undefined && !(await isOpenBelow(file, path, root)))
      throw Object.assign(new Error(), { code: `it is outside of ${root}` });
    await file.writeFile(bytes);
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

/** Adds a number to the name if the file exists. @param root as in {@link saveFile} @returns the path */
export async function saveUnderFreeName(name: string, bytes: Uint8Array | string, root?: string) {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? name : numbered(name, number);
    try {
      await saveFile(path, bytes, false, root);
      return path;
    } catch (error) {
      const isInUse = error instanceof SaveError && (error.cause as NodeJS.ErrnoException).code === 'EEXIST';
      if (!isInUse) throw error;
    }
  }
}

export interface SaveOutcome {
  /** Undefined if it could not be written anywhere. */
  readonly path?: string | undefined;
  /** Why it is not at its destination. */
  readonly failure?: SaveError;
}

interface Destination {
  readonly path: string;
  /** Adds a number to the name if the file exists. */
  readonly wantsFreeName?: boolean;
  readonly force?: boolean;
}

/** Saves a result. Runs cost money, so if the file cannot be written, a temporary folder is used instead. */
export async function saveWithFallback(
  { path, wantsFreeName = false, force = false }: Destination,
  content: Uint8Array | string,
): Promise<SaveOutcome> {
  try {
    if (wantsFreeName) return { path: await saveUnderFreeName(path, content) };
    await saveFile(path, content, force);
    return { path };
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    return { failure: error, path: await saveTemporarily(basename(path), content) };
  }
}

async function saveTemporarily(name: string, content: Uint8Array | string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-')).catch(() => undefined);
  if (folder === undefined) return undefined;
  const path = join(folder, name);
  try {
    await saveFile(path, content, false);
    return path;
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
}

/**
 * The error for results that were not saved at their destination, naming where they are.
 * @param isPrinted whether such results were written to standard output
 */
export function saveOutcomeError(
  outcomes: readonly SaveOutcome[],
  isPrinted: boolean,
): SaveError | undefined {
  const failures = outcomes.filter(({ failure }) => failure !== undefined);
  const cause = failures[0]?.failure;
  if (cause === undefined) return undefined;
  const paths = failures.flatMap(({ path }) => path ?? []);
  const isLost = paths.length < failures.length;
  const hints = [
    ...(paths.length > 0 ? [`The result is in ${paths.join(' and ')}.`] : []),
    ...(isLost && isPrinted ? ['The result was written to standard output.'] : []),
    ...(isLost && !isPrinted ? [`It could not be saved in ${tmpdir()} either.`] : []),
  ];
  return new SaveError(cause.message, { hint: hints.join(' '), cause });
}

/**
 * Checks before a request that a result can be saved at this path: the folder is writable, and an existing file may
 * be replaced.
 * @throws InputError
 */
export async function checkTarget(path: string, force: boolean): Promise<void> {
  await checkFolder(dirname(path));
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return;
  if (stats.isDirectory()) throw new InputError(`${path} is a folder`, { hint: 'Add a file name.' });
  if (!stats.isFile() && !stats.isSymbolicLink())
    throw new InputError(`${path} is not a regular file`, {
      hint: 'Choose another name, or redirect the output.',
    });
  if (force) return;
  throw new InputError(`${path} already exists`, {
    code: 'FILE_EXISTS',
    hint: 'Choose another name, or use --force to replace it.',
  });
}

/** @throws InputError if files cannot be created in a folder */
export async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      error.code === 'ENOENT' ? `Folder ${folder} does not exist` : `${folder} is not writable`,
      { hint: 'Choose another folder.' },
    );
  });
}

/**
 * Checks the paths of several results, which are this path with a number before the extension. Their count is not
 * known yet.
 * @throws InputError
 */
export async function checkNumberedTargets(path: string, force: boolean): Promise<void> {
  const name = basename(path);
  const names = (await readdir(dirname(path))).filter((each) => isNumbered(each, name)).sort();
  for (const each of names) await checkTarget(join(dirname(path), each), force);
}

function isNumbered(name: string, plain: string): boolean {
  const number = /-(\d+)(?:\.[^.]*)?$/.exec(name)?.[1];
  return number !== undefined && numbered(plain, Number(number)) === name;
}

const synonyms: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe', 'jfif'],
  ['tif', 'tiff'],
  ['wav', 'wave'],
  ['m4a', 'mp4'],
  ['ogg', 'oga', 'opus'],
  ['html', 'htm'],
];

/** Extensions of binary files. Text may have any other extension. */
const binary: ReadonlySet<string> = new Set([
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'tif', 'tiff', 'ico', 'svg', 'pdf', 'zip', 'gz'],
  ...['wav', 'wave', 'mp3', 'flac', 'ogg', 'oga', 'opus', 'aac', 'm4a', 'mp4', 'webm', 'mov', 'npy', 'xlsx'],
]);

/** A file's actual format, such as `PNG`, if its extension does not match; undefined otherwise. */
export function actualFormat(path: string, contentType: string): string | undefined {
  const extension = extname(path).slice(1).toLowerCase();
  if (extension === '') return undefined;
  if (contentType === 'text/plain') return binary.has(extension) ? 'text' : undefined;
  const ending = getEnding(contentType);
  if (contentType === 'application/json' && ['json', 'txt'].includes(extension)) return undefined;
  const endings = synonyms.find((group) => group.includes(ending)) ?? [ending];
  return endings.includes(extension) ? undefined : ending.toUpperCase();
}

/** The path, with the file's format if the extension does not match. */
export function pathWithFormat(path: string, contentType: string): string {
  const format = actualFormat(path, contentType);
  return format === undefined ? path : `${path} (it contains ${format})`;
}

import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { numbered, TryoutError } from '@tryout/engine';

/** A finished result could not be saved. Its request was made, so this is not wrong input. */
export class SaveError extends TryoutError {
  override readonly name = 'SaveError';
  readonly outcome = 'failed';
}

/** @param cause an error of the file system */
export function saveErrorFor(path: string, cause: NodeJS.ErrnoException): SaveError {
  const reason = cause.code === 'ENOSPC' ? 'the disk is full' : cause.code;
  const message = cause.code === 'EEXIST' ? `${path} already exists` : `Could not write ${path} (${reason})`;
  return new SaveError(message, { hint: 'Save it under another name.', cause });
}

/**
 * Saves a result. A file that is there is only replaced when asked, and then at once: links are replaced themselves,
 * not what they lead to.
 * @throws SaveError when the name was taken in the meantime, or it cannot be written: then nothing of it is left
 */
export async function saveFile(path: string, bytes: Uint8Array | string, force: boolean): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeNew(force ? temporary : path, bytes);
    if (force) await rename(temporary, path);
  } catch (error) {
    if (force) await rm(temporary, { force: true });
    throw saveErrorFor(path, error as NodeJS.ErrnoException);
  }
}

async function writeNew(path: string, bytes: Uint8Array | string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    // Half a file is taken for a whole one.
    await rm(path, { force: true });
    throw error;
  }
}

/** Saves a result under a name of our own, with a number where that is taken; returns the name. */
export async function saveUnderFreeName(name: string, bytes: Uint8Array | string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? name : numbered(name, number);
    try {
      await saveFile(path, bytes, false);
      return path;
    } catch (error) {
      const taken = error instanceof SaveError && (error.cause as NodeJS.ErrnoException).code === 'EEXIST';
      if (!taken) throw error;
    }
  }
}

/** What became of a result that was to be saved. */
export interface Kept {
  /** Undefined where it could not be written anywhere. */
  readonly path?: string;
  /** Why it is not where it should be. */
  readonly failure?: SaveError;
}

/** How a result is to be saved. */
export interface Destination {
  readonly path: string;
  /** A number is added to a name that is taken. */
  readonly wantsFreeName?: boolean;
  /** Replaces a file that exists. */
  readonly force?: boolean;
}

/** Saves a result. It was paid for: where its file cannot be written, it goes to a new temporary folder. */
export async function keepResult(
  { path, wantsFreeName = false, force = false }: Destination,
  content: Uint8Array | string,
): Promise<Kept> {
  try {
    if (wantsFreeName) return { path: await saveUnderFreeName(path, content) };
    await saveFile(path, content, force);
    return { path };
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    const elsewhere = await saveTemporarily(basename(path), content);
    return { failure: error, ...(elsewhere === undefined ? {} : { path: elsewhere }) };
  }
}

/** Saves in a new folder that only this user can read; returns the path, undefined where that failed. */
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
 * The error for a result that is not where it should be, with where it is now; undefined where all is well.
 * @param isPrinted whether what could not be saved anywhere is on standard output
 */
export function keptElsewhere(kept: readonly Kept[], isPrinted: boolean): SaveError | undefined {
  const failed = kept.filter(({ failure }) => failure !== undefined);
  const [first] = failed;
  if (first?.failure === undefined) return undefined;
  const paths = failed.flatMap(({ path }) => path ?? []);
  const isLost = paths.length < failed.length;
  const hints = [
    ...(paths.length > 0 ? [`The result is in ${paths.join(' and ')}.`] : []),
    ...(isLost && isPrinted ? ['The result was written to standard output.'] : []),
    ...(isLost && !isPrinted ? [`It could not be saved in ${tmpdir()} either.`] : []),
  ];
  return new SaveError(first.failure.message, { hint: hints.join(' '), cause: first.failure });
}

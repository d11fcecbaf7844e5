import { access, constants, open, stat, type FileHandle } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { InputError } from '../errors/index.ts';
import { tooLarge } from '../fields/index.ts';

export interface FileState {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly changed: number;
}

/**
 * Checks that a path is a readable, non-empty file of at most `max` bytes. Pipes and devices could hang.
 * @throws InputError
 */
export async function checkFile(path: string, max: number): Promise<FileState> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw new InputError(isMissing ? `File not found: ${path}` : `Cannot read ${path} (${error.code})`, {
      code: isMissing ? 'FILE_NOT_FOUND' : 'INVALID_INPUT',
      hint: 'Check the path.',
    });
  });
  if (stats.isDirectory()) throw new InputError(`${path} is a folder`, { hint: 'Choose a file in it.' });
  if (!stats.isFile()) {
    const hint = 'Save it to a file first, or pass - and pipe it in.';
    throw new InputError(`${path} is not a regular file`, { hint });
  }
  if (stats.size === 0) throw new InputError(`${path} is empty`, { hint: 'Choose a file with content.' });
  if (stats.size > max) throw tooLarge(path, max);
  await access(path, constants.R_OK).catch(() => {
    throw new InputError(`No permission to read ${path}`, { hint: 'Check its permissions.' });
  });
  return { size: stats.size, changed: stats.mtimeMs };
}

const CHUNK_BYTES = 192 * 1024;

/**
 * Reads a file.
 * @throws InputError through the stream, if the file changed since it was checked
 */
export function openUnchanged(path: string, checked: FileState): ReadableStream<Uint8Array> {
  return ReadableStream.from(readChunks(path, checked)) as ReadableStream<Uint8Array>;
}

async function* readChunks(path: string, checked: FileState): AsyncGenerator<Uint8Array, void, void> {
  const handle = await openIfUnchanged(path, checked);
  yield* handle.createReadStream({ highWaterMark: CHUNK_BYTES });
}

async function openIfUnchanged(path: string, { size, changed }: FileState): Promise<FileHandle> {
  // Does not wait for a writer if it is now a named pipe. Undefined on Windows, which `|` reads as 0.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  const now = await handle?.stat();
  if (handle && now?.isFile() && now.size === size && now.mtimeMs === changed) return handle;
  await handle?.close();
  throw new InputError(`${path} changed after it was chosen`, {
    hint: 'Run it again to use the new version.',
  });
}

/** Bytes of a file with a token. */
export const MAX_TOKEN_FILE = 64 * 1024;

/**
 * The bytes of a regular file; undefined if there is none. Devices and pipes could hang.
 * @throws Error with a code or the reason
 */
export async function readIfPresent(path: string, max: number): Promise<Buffer | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  try {
    const stats = await handle?.stat();
    if (stats?.isFile() === false) throw new Error('it is not a regular file');
    if (stats && stats.size > max) throw new Error('it is too large');
    return await handle?.readFile();
  } finally {
    await handle?.close();
  }
}

export type InputStream = AsyncIterable<Uint8Array | string>;

export const STANDARD_INPUT = 'Standard input';

/** The bytes of a file that passes {@link checkFile}. @throws InputError */
export async function readFileBytes(path: string, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const checked = await checkFile(path, max);
  return collectStream(openUnchanged(path, checked), max, path);
}

/** @throws InputError for an empty stream, or more than `max` bytes */
export async function collectStream(stream: InputStream, max: number, name: string) {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    size += bytes.length;
    if (size > max) throw tooLarge(name, max);
    pieces.push(bytes);
  }
  if (size === 0) throw new InputError(`${name} is empty`, { hint: 'Pipe in some input.' });
  return Buffer.concat(pieces) as Uint8Array<ArrayBuffer>;
}

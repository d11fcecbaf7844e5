import { access, constants, type FileHandle, open, stat } from 'node:fs/promises';
import type { ReadableByteStreamController, UnderlyingByteSource } from 'node:stream/web';
import { InputError } from '../errors/index.ts';
import { tooLarge } from '../fields/index.ts';

/** What tells a file from another one at the same path. */
export interface FileState {
  readonly size: number;
  /** Time of its last change in milliseconds. */
  readonly changed: number;
}

/**
 * Whether a path can be read as an input file: it exists, is a file with something in it, and may be read. A pipe or
 * a device is refused, since it could hang.
 * @throws InputError
 */
export async function checkFile(path: string, most: number): Promise<FileState> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw new InputError(isMissing ? `There is no file ${path}` : `${path} cannot be read (${error.code})`, {
      hint: 'Check the path.',
    });
  });
  if (found.isDirectory()) throw new InputError(`${path} is a folder`, { hint: 'Name a file in it.' });
  if (!found.isFile()) {
    throw new InputError(`${path} is not a regular file`, {
      hint: 'Save it to a file first, or give - and pipe it in.',
    });
  }
  if (found.size === 0) {
    throw new InputError(`${path} is empty`, { hint: 'Choose a file with something in it.' });
  }
  if (found.size > most) throw tooLarge(path, most);
  await access(path, constants.R_OK).catch(() => {
    throw new InputError(`${path} may not be read`, { hint: 'Check its permissions.' });
  });
  return { size: found.size, changed: found.mtimeMs };
}

/**
 * Opens a file for reading. A named pipe that took its place since it was checked is refused: opened as usual, it would
 * wait for a writer and keep the process from ending.
 * @throws Error of the file system, with its code
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  // Windows has no O_NONBLOCK; `|` takes undefined for 0.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw Object.assign(new Error('it is not a file'), { code: 'EINVAL' });
}

/** Large enough to keep the disk busy, small enough not to be felt in memory. */
const CHUNK_BYTES = 192 * 1024;

/**
 * Reads a file that must still be the one that was checked; into the reader's own buffer where it brings one.
 * @throws InputError through the stream, when it has changed
 */
export function openUnchanged(path: string, checked: FileState): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  const source = {
    type: 'bytes',
    autoAllocateChunkSize: CHUNK_BYTES,
    async pull(controller: ReadableByteStreamController) {
      handle ??= await openIfUnchanged(path, checked);
      const request = controller.byobRequest;
      const { bytesRead } = await handle.read(request?.view as Uint8Array);
      if (bytesRead === 0) {
        await handle.close();
        controller.close();
      }
      request?.respond(bytesRead);
    },
    cancel: () => handle?.close(),
  } satisfies UnderlyingByteSource;
  return new ReadableStream(source as never);
}

async function openIfUnchanged(path: string, { size, changed }: FileState): Promise<FileHandle> {
  const handle = await openRegularFile(path).catch(() => undefined);
  const now = await handle?.stat();
  if (handle && now?.size === size && now.mtimeMs === changed) return handle;
  await handle?.close();
  throw new InputError(`${path} changed after it was chosen`, {
    hint: 'Run it again with the file as it is now.',
  });
}

/** Where input may come from besides a path: standard input, usually. */
export type InputStream = AsyncIterable<Uint8Array | string>;

export const STANDARD_INPUT = 'Standard input';

/**
 * All bytes of a stream.
 * @throws InputError when it brings nothing, or more than `most` bytes
 */
export async function collectStream(
  stream: InputStream,
  most: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    size += bytes.length;
    if (size > most) throw tooLarge(name, most);
    pieces.push(bytes);
  }
  if (size === 0) throw new InputError(`${name} is empty`, { hint: 'Pipe something into it.' });
  return new Uint8Array(Buffer.concat(pieces));
}

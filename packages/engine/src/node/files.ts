import type { FileHandle } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { InputError } from '../errors/index.ts';
import { tooLarge } from '../fields/index.ts';
import { openHandle, openRegularFile, type OpenFile, type Permission } from './permitted-files.ts';

const CHUNK_BYTES = 192 * 1024;

/** A part of a regular file as it was when it was first opened. Reading it fails if it was changed or replaced since. */
export class CheckedFile extends Blob {
  /** For people. */
  readonly path: string;
  override readonly size: number;
  readonly #file: OpenFile;
  readonly #start: number;

  constructor(file: OpenFile, type = '', start = 0, size = file.stats.size) {
    super([], { type });
    this.path = file.path;
    this.size = size;
    this.#file = file;
    this.#start = start;
  }

  /** @param start from 0 on */
  override slice(start = 0, end = this.size): CheckedFile {
    const size = Math.max(0, Math.min(end, this.size) - start);
    return new CheckedFile(this.#file, '', this.#start + start, size);
  }

  withType(type: string): CheckedFile {
    return new CheckedFile(this.#file, type);
  }

  /** @throws InputError through the stream */
  override stream(): ReturnType<Blob['stream']> {
    return ReadableStream.from(this.#read()) as ReturnType<Blob['stream']>;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.stream()).arrayBuffer();
  }

  async *#read(): AsyncGenerator<Uint8Array, void, void> {
    if (this.size === 0) return;
    const handle = await openHandle(this.#file.realPath).catch(() => undefined);
    const { dev, ino, size, mtimeMs } = this.#file.stats;
    const now = await handle?.stat();
    const part = { highWaterMark: CHUNK_BYTES, start: this.#start, end: this.#start + this.size - 1 };
    if (now?.dev === dev && now.ino === ino && now.size === size && now.mtimeMs === mtimeMs)
      return yield* handle!.createReadStream(part);
    await handle?.close();
    throw new InputError(`${this.path} changed after it was chosen`, {
      hint: 'Run it again to use the new version.',
    });
  }
}

/**
 * Opens a readable, non-empty, regular file of at most `max` bytes, and reads from its handle.
 * @param permission undefined for a file that the user named
 * @throws InputError
 */
export async function withFile<Result>(
  name: string,
  max: number,
  permission: Permission | undefined,
  read: (file: CheckedFile, handle: FileHandle) => Result | Promise<Result>,
): Promise<Result> {
  const opened = await openRegularFile(name, permission);
  const { handle } = opened;
  try {
    const file = new CheckedFile(opened);
    if (file.size === 0)
      throw new InputError(`${file.path} is empty`, { hint: 'Choose a file with content.' });
    if (file.size > max) throw tooLarge(file.path, max);
    return await read(file, handle);
  } finally {
    await handle.close();
  }
}

/** The file itself. @throws InputError as {@link withFile} */
export async function checkFile(name: string, max: number, permission?: Permission): Promise<CheckedFile> {
  return withFile(name, max, permission, (file) => file);
}

/** Bytes of a file with a token. */
export const MAX_TOKEN_FILE = 64 * 1024;

/**
 * The bytes of a regular file; undefined if there is none. Devices and pipes could hang.
 * @throws Error with a code or the reason
 */
export async function readIfPresent(path: string, max: number): Promise<Buffer | undefined> {
  const handle = await openHandle(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
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

/** The bytes of a file. @throws InputError as {@link withFile} */
export async function readFileBytes(
  name: string,
  max: number,
  permission?: Permission,
): Promise<Uint8Array<ArrayBuffer>> {
  return withFile(name, max, permission, ({ path }, handle) =>
    collectStream(handle.createReadStream({ autoClose: false }), max, path),
  );
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

const NEWLINE = 10;

/** Bytes of a line of a batch, whose result may contain media. */
const MAX_BATCH_LINE = 512 * 1024 * 1024;

/** A line of a stream, without its newline. */
interface StreamLine {
  /** Undefined if it is too long. */
  readonly text: string | undefined;
  /** With its newline. */
  readonly bytes: number;
  /** False for a last line without a newline. */
  readonly isComplete: boolean;
}

/** The lines of a stream. @param max bytes of a line; longer ones take no memory */
export async function* readLines(
  stream: AsyncIterable<Uint8Array | string>,
  max = MAX_BATCH_LINE,
): AsyncGenerator<StreamLine, void, void> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const take = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > max) pieces = [];
    else pieces.push(piece);
  };
  const end = (isComplete: boolean): StreamLine => {
    const text = bytes > max ? undefined : Buffer.concat(pieces).toString();
    const line = { text, bytes: bytes + Number(isComplete), isComplete };
    [pieces, bytes] = [[], 0];
    return line;
  };
  for await (const chunk of stream) {
    const content = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let at = content.indexOf(NEWLINE); at >= 0; at = content.indexOf(NEWLINE, start)) {
      take(content.subarray(start, at));
      start = at + 1;
      yield end(true);
    }
    take(content.subarray(start));
  }
  if (bytes > 0) yield end(false);
}

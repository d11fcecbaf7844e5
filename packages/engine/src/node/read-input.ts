import { createReadStream, openAsBlob } from 'node:fs';
import { access, constants, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { InputError } from '../errors/index.ts';
import {
  checkJsonField,
  fitsField,
  parseJson,
  sniffContentType,
  SNIFF_BYTES,
  type FileInput,
  type JsonField,
  type JsonValue,
} from '../fields/index.ts';
import { decodeText } from './decode-text.ts';

/** Bytes; larger inputs of these kinds come from a mistake. */
const mostBytes = { text: 16 * 1024 * 1024, json: 64 * 1024 * 1024, media: 1024 * 1024 * 1024 } as const;

const kindNames = { image: 'a picture', audio: 'a sound' } as const;

interface CheckedFile {
  readonly size: number;
  readonly changed: number;
}

/**
 * Whether a path can be read as an input file: it exists, is a file with something in it, and may be read. A pipe or
 * a device is refused, since it could hang.
 * @throws InputError
 */
async function checkFile(path: string, most: number): Promise<CheckedFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      error.code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read (${error.code})`,
      { hint: 'Check the path.' },
    );
  });
  if (found.isDirectory()) throw new InputError(`${path} is a folder`, { hint: 'Name a file in it.' });
  if (!found.isFile())
    throw new InputError(`${path} is not a regular file`, {
      hint: 'Save it to a file first, or give - and pipe it in.',
    });
  if (found.size === 0)
    throw new InputError(`${path} is empty`, { hint: 'Choose a file with something in it.' });
  if (found.size > most) {
    throw new InputError(`${path} is too large (${Math.ceil(found.size / 1048576)} MB)`, {
      hint: `At most ${most / 1048576} MB can be used here.`,
    });
  }
  await access(path, constants.R_OK).catch(() => {
    throw new InputError(`${path} may not be read`, { hint: 'Check its permissions.' });
  });
  return { size: found.size, changed: found.mtimeMs };
}

/** The first bytes of a file, which tell what it is. */
async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function requireKind(kind: 'image' | 'audio', contentType: string | undefined, name: string): string {
  if (contentType !== undefined && fitsField(kind, contentType)) return contentType;
  const is = contentType === undefined ? 'of no known kind' : contentType;
  throw new InputError(`${name} is not ${kindNames[kind]}: it is ${is}`, {
    hint:
      kind === 'image'
        ? 'Use a PNG, JPEG, WebP or another picture.'
        : 'Use a WAV, FLAC, MP3 or another sound.',
  });
}

/**
 * A picture or sound at a path, described without being read whole; what it is is decided by its first bytes.
 * @throws InputError
 */
export async function fileFromPath(path: string, kind: 'image' | 'audio'): Promise<FileInput> {
  const { size, changed } = await checkFile(path, mostBytes.media);
  const contentType = requireKind(kind, await sniffContentType(await headOf(path)), path);
  return { name: basename(path), path, size, contentType, open: () => openUnchanged(path, size, changed) };
}

/** Reads a file that must still be the one that was checked. */
function openUnchanged(path: string, size: number, changed: number): ReadableStream<Uint8Array> {
  async function* chunks() {
    const now = await stat(path).catch(() => undefined);
    if (now?.size !== size || now.mtimeMs !== changed) {
      throw new InputError(`${path} changed after it was chosen`, {
        hint: 'Run it again with the file as it is now.',
      });
    }
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Uint8Array>;
  }
  return Readable.toWeb(
    Readable.from(chunks(), { objectMode: true, highWaterMark: 1 }),
  ) as ReadableStream<Uint8Array>;
}

/** Large enough to keep the disk busy, small enough not to be felt in memory; a multiple of 3 for base64. */
const CHUNK_BYTES = 192 * 1024;

/** The bytes of a stream such as standard input, up to a limit. */
async function collect(
  stream: AsyncIterable<Uint8Array | string>,
  most: number,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    size += bytes.length;
    if (size > most)
      throw new InputError(`${name} is too large`, {
        hint: `At most ${most / 1048576} MB can be used here.`,
      });
    pieces.push(bytes);
  }
  if (size === 0) throw new InputError(`${name} is empty`, { hint: 'Pipe something into it.' });
  return new Uint8Array(Buffer.concat(pieces));
}

/** A picture or sound from a stream. */
export async function fileFromStream(
  stream: AsyncIterable<Uint8Array | string>,
  kind: 'image' | 'audio',
  name = 'Standard input',
): Promise<FileInput> {
  const bytes = await collect(stream, mostBytes.media, name);
  const contentType = requireKind(kind, await sniffContentType(bytes.subarray(0, SNIFF_BYTES)), name);
  const blob = new Blob([bytes], { type: contentType });
  return { name: 'stdin', path: '-', size: bytes.length, contentType, open: () => blob.stream() };
}

async function bytesOf(path: string, most: number): Promise<Uint8Array> {
  await checkFile(path, most);
  return new Uint8Array(await (await openAsBlob(path)).arrayBuffer());
}

/** A text file: UTF-8, or UTF-16 with its byte order mark. */
export async function textFromPath(path: string): Promise<string> {
  return decodeText(await bytesOf(path, mostBytes.text), path);
}

/** A text from a stream; one newline at its end is the shell's, not the text's. */
export async function textFromStream(
  stream: AsyncIterable<Uint8Array | string>,
  name = 'Standard input',
): Promise<string> {
  return decodeText(await collect(stream, mostBytes.text, name), name).replace(/\r?\n$/, '');
}

/** A JSON file in the shape that its field wants. */
export async function jsonFromPath(path: string, field: JsonField): Promise<JsonValue> {
  return checkJsonField(field, parseJson(decodeText(await bytesOf(path, mostBytes.json), path), path), path);
}

/** JSON from a stream. */
export async function jsonFromStream(
  stream: AsyncIterable<Uint8Array | string>,
  field: JsonField,
  name = 'Standard input',
): Promise<JsonValue> {
  return checkJsonField(
    field,
    parseJson(decodeText(await collect(stream, mostBytes.json, name), name), name),
    name,
  );
}

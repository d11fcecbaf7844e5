import {
  decodeText,
  fileFromBlob,
  type FileInput,
  InputError,
  type MediaKind,
  mostBytes,
  requireKind,
  SNIFF_BYTES,
  sniffContentType,
  tooLarge,
} from '@tryout/engine';
import { rememberBlob } from '../../lib/blobs.ts';

/**
 * Whether a file can be an input at all: it has something in it, and not too much.
 * @param most bytes
 * @throws InputError
 */
export function checkSize(file: Blob, name: string, most: number): void {
  if (file.size === 0)
    throw new InputError(`${name} is empty`, { hint: 'Choose a file with something in it.' });
  if (file.size > most) throw tooLarge(name, most);
}

/**
 * The bytes of a part of a file.
 * @throws InputError for a file that the browser cannot read: a folder, one that is gone, one without permission
 */
export async function readBytes(blob: Blob, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    throw new InputError(`${name} cannot be read`, {
      hint: 'It may be a folder, or may have been moved or changed: choose it again.',
      cause,
    });
  }
}

/**
 * All bytes of a file.
 * @param most bytes that it may have
 * @throws InputError
 */
export async function bytesOf(file: File, most: number): Promise<Uint8Array<ArrayBuffer>> {
  checkSize(file, file.name, most);
  return readBytes(file, file.name);
}

/**
 * A picture or sound that a person chose, described without being read whole; what it is is decided by its first bytes
 * (F29).
 * @throws InputError for what is empty, too large, no such file, or cannot be read
 */
export async function mediaFile(blob: Blob, name: string, kind: MediaKind): Promise<FileInput> {
  checkSize(blob, name, mostBytes.media);
  const head = await readBytes(blob.slice(0, SNIFF_BYTES), name);
  const contentType = requireKind(kind, await sniffContentType(head), name);
  // By its name a browser may take it for something else, were it opened by itself.
  const typed = blob.slice(0, blob.size, contentType);
  const file = fileFromBlob(typed, name, contentType);
  rememberBlob(file, typed);
  return file;
}

/**
 * The text of a file: UTF-8, or UTF-16 with its byte order mark.
 * @throws InputError
 */
export async function readTextFile(file: File): Promise<string> {
  return decodeText(await bytesOf(file, mostBytes.text), file.name);
}

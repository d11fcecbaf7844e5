import {
  decodeText,
  fileFromBlob,
  InputError,
  maxInputBytes,
  requireKind,
  SNIFF_BYTES,
  sniffContentType,
  tooLarge,
  type FileInput,
  type MediaKind,
} from '@tryout/engine';
import { rememberBlob } from '../../lib/blobs.ts';

/**
 * An image or audio file with the content type detected from its first bytes (F29); the rest is not read.
 * @throws InputError for empty, too large, unreadable and other kinds of files
 */
export async function mediaFile(blob: Blob, name: string, kind: MediaKind): Promise<FileInput> {
  checkSize(blob, name, maxInputBytes.media);
  const head = await readBytes(blob.slice(0, SNIFF_BYTES), name);
  const contentType = requireKind(kind, await sniffContentType(head), name);
  // Browsers derive the type from the name.
  const typed = blob.slice(0, blob.size, contentType);
  const file = fileFromBlob(typed, name, contentType);
  rememberBlob(file, typed);
  return file;
}

/**
 * A text file in UTF-8, or in UTF-16 with a byte order mark.
 * @throws InputError
 */
export async function readTextFile(file: File): Promise<string> {
  return decodeText(await readFile(file, maxInputBytes.text), file.name);
}

/** @throws InputError for empty, too large and unreadable files */
export async function readFile(file: File, maxBytes: number): Promise<Uint8Array> {
  checkSize(file, file.name, maxBytes);
  return readBytes(file, file.name);
}

function checkSize(file: Blob, name: string, maxBytes: number): void {
  if (file.size === 0) throw new InputError(`${name} is empty`, { hint: 'Choose a file with content.' });
  if (file.size > maxBytes) throw tooLarge(name, maxBytes);
}

async function readBytes(blob: Blob, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    throw new InputError(`${name} cannot be read`, {
      hint: 'It may be a folder, or it was moved or changed. Choose it again.',
      cause,
    });
  }
}

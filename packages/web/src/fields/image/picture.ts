import { pictureSize, type FileInput } from '@tryout/engine';
import { blobOf } from '../file/media-file.ts';

/** Unpacked, more than this takes a second and a gigabyte. */
const MOST_PIXELS = 100_000_000;

/** Larger files are not read only to be looked at. */
const MOST_BYTES = 64_000_000;

/** Most headers lie within this; a few formats keep theirs at the end. */
const HEADER_BYTES = 1024 * 1024;

/** What is known of a picture before it is decoded (F33). */
export interface Picture {
  /** Pixels, where its header tells. */
  readonly size?: { readonly width: number; readonly height: number };
  /** What to show; missing where it is not shown. */
  readonly blob?: Blob;
  /** Why it is not shown. */
  readonly reason?: string;
}

/**
 * Reads a picture's header. What is too large to be unpacked, and what has no header that tells, is not shown; it can
 * be sent all the same.
 * @throws InputError for a file that has changed
 */
export async function readPicture(file: FileInput): Promise<Picture> {
  const blob = await blobOf(file);
  const size = await headerSize(blob);
  if (!size) return { reason: 'This picture cannot be shown here; it is sent as it is.' };
  if (size.width * size.height > MOST_PIXELS || blob.size > MOST_BYTES)
    return { size, reason: 'This picture is too large to be shown here; it is sent as it is.' };
  return { size, blob };
}

async function headerSize(blob: Blob): Promise<Picture['size']> {
  const sizeIn = async (part: Blob) => pictureSize(new Uint8Array(await part.arrayBuffer()));
  const found = await sizeIn(blob.slice(0, HEADER_BYTES));
  return found ?? (blob.size > HEADER_BYTES && blob.size <= MOST_BYTES ? sizeIn(blob) : undefined);
}

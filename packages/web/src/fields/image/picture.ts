import type { FileInput } from '@tryout/engine';
import { blobOf } from '../../lib/blob-of.ts';
import { isDrawable, LARGEST_PICTURE, pictureSizeOf, type PictureSize } from '../../lib/drawable-picture.ts';

/** What is known of a picture before it is decoded (F33). */
export interface Picture {
  /** Missing where its header does not tell. */
  readonly size?: PictureSize;
  /** What to show; missing where it is not shown. */
  readonly blob?: Blob;
  /** Why it is not shown. */
  readonly reason?: string;
}

/**
 * Reads a picture's header. What is too large to be unpacked, and what has no header that tells, is not shown; it can
 * be sent all the same.
 * @throws InputError for a file that has changed, LoadError
 */
export async function readPicture(file: FileInput): Promise<Picture> {
  const blob = await blobOf(file);
  const size = await pictureSizeOf(blob);
  if (!size) return { reason: 'This picture cannot be shown here; it is sent as it is.' };
  if (!isDrawable(size) || blob.size > LARGEST_PICTURE)
    return { size, reason: 'This picture is too large to be shown here; it is sent as it is.' };
  return { size, blob };
}

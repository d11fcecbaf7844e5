import { loaded } from '@tryout/engine';

/** Larger files are not read only to be looked at, in bytes. */
export const LARGEST_PICTURE = 64_000_000;

/** More pixels than this take a second and half a gigabyte to unpack (F33); the largest cameras have some hundred million. */
const MOST_PIXELS = 120_000_000;

/** Most headers lie within these bytes; a few formats keep theirs at the end. */
const HEADER = 1024 * 1024;

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Whether a browser can draw a picture of this size without being brought down. */
export function isDrawable({ width, height }: PictureSize): boolean {
  return width * height <= MOST_PIXELS;
}

/**
 * Width and height of a picture as it is shown (EXIF), by its header alone; undefined where that cannot be read. What
 * reads headers is loaded with the first picture.
 * @throws LoadError
 */
export async function pictureSizeOf(blob: Blob): Promise<PictureSize | undefined> {
  const { pictureSize } = await loaded(() => import('./drawable-picture.ts'));
  const head = pictureSize(new Uint8Array(await blob.slice(0, HEADER).arrayBuffer()));
  if (head || blob.size <= HEADER || blob.size > LARGEST_PICTURE) return head;
  return pictureSize(new Uint8Array(await blob.arrayBuffer()));
}

/** Its own file, so that what reads headers is loaded with the first picture. */
export { pictureSize } from '@tryout/engine';

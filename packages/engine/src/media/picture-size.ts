import { imageSize } from 'image-size';

/** EXIF orientations from here on are rotated by 90 degrees. */
const FIRST_SIDEWAYS = 5;

/** Displayed width and height from the header; undefined if it cannot be read. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    return orientation >= FIRST_SIDEWAYS ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

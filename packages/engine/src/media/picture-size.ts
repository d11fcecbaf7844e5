import { imageSize } from 'image-size';

/** EXIF orientations from this on lie on their side. */
const FIRST_SIDEWAYS = 5;

/** Width and height of a picture as it is shown, from its header; undefined where the header cannot be read. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    return orientation >= FIRST_SIDEWAYS ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

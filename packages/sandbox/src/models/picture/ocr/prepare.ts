import type { Picture } from '../../../media/picture.ts';

/** Pictures of more pixels are shrunk for reading, to about this many. */
export const readingPixels = 3_000_000;

/** Pictures narrower than this are enlarged twice for reading. */
export const narrow = 900;

/**
 * Makes a PNG that letters can be read in: gray, over white, of a size that suits the reader, light on dark turned into
 * dark on light.
 */
export async function prepareForReading(picture: Picture): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { width, height, data } = picture;
  const shrink = Math.sqrt(readingPixels / (width * height));
  const factor = width < narrow && width * height * 4 <= readingPixels ? 2 : Math.min(1, shrink);
  const gray = sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .grayscale();
  const { channels } = await gray.clone().stats();
  const dark = (channels[0]?.mean ?? 255) < 110;
  return gray
    .negate(dark && { alpha: false })
    .resize({ width: Math.max(1, Math.round(width * factor)), kernel: 'cubic' })
    .extend({ top: 10, bottom: 10, left: 10, right: 10, background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

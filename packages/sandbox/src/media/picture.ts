import { ModelInputError } from '../define-model.ts';
import { sniffPictureFormat } from './picture-format.ts';

/** A decoded picture: 8-bit RGBA, row by row, `data.length === width * height * 4`. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** Pictures of more pixels than this are refused before they are decoded (200 MB as RGBA). */
export const maximumPicturePixels = 50_000_000;

const readable = 'PNG, JPEG, WebP, GIF, AVIF and TIFF pictures can be read';

/**
 * Decodes a picture file: 8-bit sRGB with alpha, turned upright as its EXIF orientation says; of an animation
 * or a document of several pages the first one.
 *
 * @throws {ModelInputError} when the bytes are no picture, of a format that is not read (SVG and BMP among them),
 *   damaged, or of more than {@link maximumPicturePixels} pixels.
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const format = sniffPictureFormat(bytes);
  if (bytes.length === 0) throw new ModelInputError('The picture is empty: it holds no bytes.');
  if (format === 'unknown')
    throw new ModelInputError(`This file is not a picture that can be read; ${readable}.`);
  if (format === 'svg' || format === 'bmp')
    throw new ModelInputError(`${format.toUpperCase()} pictures are not read; ${readable}.`);
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maximumPicturePixels, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: asClamped(data) };
  } catch (error) {
    throw new ModelInputError(explainFailure(format, error), { cause: error });
  }
}

/** Encodes a picture as PNG. */
export async function encodePng(picture: Picture): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const { width, height, data } = picture;
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 4 })
    .toBuffer();
  return new Uint8Array(png.buffer, png.byteOffset, png.byteLength);
}

/** Stretches or shrinks a picture to a size in pixels, whatever its proportions. */
export async function resizePicture(
  picture: Picture,
  size: { width: number; height: number },
): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  const { width, height, data } = picture;
  const { data: resized, info } = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: asClamped(resized) };
}

function asClamped(data: Uint8Array): Uint8ClampedArray {
  return new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
}

function explainFailure(format: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('pixel limit'))
    return `The picture is too large: more than ${maximumPicturePixels / 1e6} million pixels are not read.`;
  return `The ${format.toUpperCase()} picture cannot be read: its data is damaged or incomplete.`;
}

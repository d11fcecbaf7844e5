import type { Sharp } from 'sharp';
import { loadOptional } from '../optional-package.ts';
import { ModelInputError } from './model-input-error.ts';

/** A decoded image: 8-bit RGBA, row by row. */
export interface Image {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** 200 MB as RGBA. */
const maxPixels = 50_000_000;

/** The library loads on first use; its native part is an optional package. */
export async function loadSharp() {
  const { default: sharp } = await loadOptional('process images', 'sharp', () => import('sharp'));
  return sharp;
}

/**
 * Decodes the first frame or page of an image file, rotated by its EXIF orientation.
 * @throws {ModelInputError} for damaged and unsupported files and for more than 50 million pixels
 */
export async function decodeImage(bytes: Uint8Array): Promise<Image> {
  const sharp = await loadSharp();
  try {
    const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
    const { format } = await source.metadata();
    if (format === 'svg') throw new Error('SVG is not supported');
    return await fromSharp(source.autoOrient());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelInputError(`The file is not a supported picture: ${reason}.`, { cause: error });
  }
}

/** A sharp pipeline. */
export async function toSharp({ width, height, data }: Image): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: 4 } });
}

export async function fromSharp(source: Sharp): Promise<Image> {
  const { data, info } = await source
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

export async function encodePng(image: Image): Promise<Uint8Array> {
  const source = await toSharp(image);
  return new Uint8Array(await source.png({ compressionLevel: 4 }).toBuffer());
}

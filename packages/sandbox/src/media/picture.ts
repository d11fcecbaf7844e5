import type { Sharp } from 'sharp';
import { loadOptional } from '../optional-package.ts';
import { ModelInputError } from './model-input-error.ts';

/** A decoded picture: 8-bit RGBA, row by row. */
export interface Picture {
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
 * Decodes the first frame or page of a picture file, rotated by its EXIF orientation.
 * @throws {ModelInputError} for damaged and unsupported files and for more than 50 million pixels
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
    const { format } = await image.metadata();
    if (format === 'svg') throw new Error('SVG is not supported');
    return await fromSharp(image.autoOrient());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelInputError(`The file is not a supported picture: ${reason}.`, { cause: error });
  }
}

/** A sharp pipeline. */
export async function toSharp({ width, height, data }: Picture): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Runs a pipeline. */
export async function fromSharp(image: Sharp): Promise<Picture> {
  const { data, info } = await image
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

export async function encodePng(picture: Picture): Promise<Uint8Array> {
  const image = await toSharp(picture);
  return new Uint8Array(await image.png({ compressionLevel: 4 }).toBuffer());
}

import type { Sharp } from 'sharp';
import { ModelInputError } from '../define-model.ts';

/** A decoded picture: 8-bit RGBA, row by row. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** 200 MB as RGBA. */
const maxPixels = 50_000_000;

/** The first bytes of each format, as Latin-1. `svg` is anything that starts like XML. */
const signatures: readonly [format: string, RegExp][] = [
  ['png', /^\x89PNG\r\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['avif', /^[^]{4}ftyp(avif|avis|mif1[^]{4}(?:[^]{4})*?avif)/],
  ['tiff', /^(II\*\0|MM\0\*)/],
  ['bmp', /^BM/],
  ['svg', /^(\xef\xbb\xbf)?\s*<(\?xml|!--|!DOCTYPE svg|svg)/i],
];

const supported = 'Supported formats are PNG, JPEG, WebP, GIF, AVIF and TIFF.';

/**
 * Decodes the first frame or page of a picture file, rotated by its EXIF orientation.
 * @throws {ModelInputError} for empty, damaged and unsupported files and for more than 50 million pixels
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length === 0) throw new ModelInputError('The picture is empty.');
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const format = signatures.find(([, signature]) => signature.test(start))?.[0]?.toUpperCase();
  if (format === undefined) throw new ModelInputError(`The file is not a supported picture. ${supported}`);
  if (format === 'SVG' || format === 'BMP') {
    throw new ModelInputError(`${format} pictures are not supported. ${supported}`);
  }
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
    return await fromSharp(image.autoOrient());
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw new ModelInputError(
      isTooLarge
        ? `The picture has more than ${maxPixels / 1e6} million pixels.`
        : `The ${format} picture is damaged or incomplete.`,
      { cause: error },
    );
  }
}

/** A sharp pipeline; the library loads on first use. */
export async function toSharp({ width, height, data }: Picture): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
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

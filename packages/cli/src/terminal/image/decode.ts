import { SNIFF_BYTES, sniffContentType } from '@tryout/engine';
import type { Metadata } from 'sharp';

/** Protects against decompression bombs. */
const MAX_PIXELS = 150_000_000;
/** The limit for images that cannot be decoded row by row. */
const MAX_DECODED_BYTES = 256_000_000;
/** As well as interlaced PNG and progressive JPEG. */
const wholeFormats = new Set(['gif', 'webp', 'heif']);
/** Bytes per sample, by sharp's names. */
const sampleBytes: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const LARGEST_SAMPLE = 8;

/** Raster formats that sharp reads. SVG is excluded for security. */
const readable = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);

/** An image's size, with the rotation in its metadata applied. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels of three bytes (red, green, blue), row by row from the top left corner. */
export interface Canvas extends ImageSize {
  readonly pixels: Uint8Array;
}

/** An image file; its pixels are decoded on demand. */
export type OpenImage = NonNullable<Awaited<ReturnType<typeof openImage>>>;

/** Opens an image; undefined if it cannot be decoded. */
export async function openImage(bytes: Uint8Array) {
  const type = await sniffContentType(bytes.subarray(0, SNIFF_BYTES));
  if (!type || !readable.has(type)) return undefined;
  const { default: sharp } = await import('sharp');
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, autoOrient: true, failOn: 'none' });
  const scale = (width: number, height: number, background: string) =>
    open().flatten({ background }).resize(width, height, { fit: 'fill' }).raw({ depth: 'uchar' });
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const isTooLarge = exceedsMemory(metadata);
    const check = () => {
      if (isTooLarge) throw new Error('The image is too large to decode');
    };
    return {
      ...metadata.autoOrient,
      isTooLarge,
      /** The image on a white background, scaled to a size. */
      async scaled(width: number, height: number): Promise<Canvas> {
        check();
        return { width, height, pixels: await scale(width, height, '#fff').toColourspace('srgb').toBuffer() };
      },
      /** Its lightness, one byte per pixel; black where it is transparent. */
      async lightness(width: number, height: number): Promise<Uint8Array> {
        check();
        return scale(width, height, '#000').grayscale().toBuffer();
      },
    };
  } catch {
    return undefined;
  }
}

function exceedsMemory({ width, height, channels, depth, format, isProgressive }: Metadata): boolean {
  const pixels = width * height;
  if (pixels > MAX_PIXELS) return true;
  if (!isProgressive && !wholeFormats.has(format)) return false;
  return pixels * channels * (sampleBytes[depth] ?? LARGEST_SAMPLE) > MAX_DECODED_BYTES;
}

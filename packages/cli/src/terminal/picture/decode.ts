import { sniffContentType } from '@tryout/engine';
import type { Metadata } from 'sharp';
import type { Canvas } from './canvas.ts';

/** Larger pictures are not decoded: a small file may unpack to gigabytes. */
const MAX_PIXELS = 150_000_000;
/** The same for pictures that are unpacked whole before they can be scaled; others are read row by row. */
const MAX_WHOLE_BYTES = 256_000_000;
/** Interlaced PNG and progressive JPEG are unpacked whole, too. */
const unpackedWhole = new Set(['gif', 'webp', 'heif']);
/** Bytes of a sample, by sharp's names. */
const sampleBytes: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const LARGEST_SAMPLE = 8;
const SNIFFED_BYTES = 4100;

/** Formats of pixels that sharp reads; drawings such as SVG are not among them, for they are programs of a kind. */
const readable = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']);

/** A picture's size, upright as its file says. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture file whose head has been read; its pixels are unpacked when they are asked for. */
export interface OpenPicture extends PictureSize {
  /** Whether decoding it would take too much memory; it then fails. */
  readonly isTooLarge: boolean;
  /** The picture on white, squeezed to a size. */
  scaled(width: number, height: number): Promise<Canvas>;
  /** Its lightness alone, one byte a pixel; black where it is transparent. */
  lightness(width: number, height: number): Promise<Uint8Array>;
}

/** Opens a picture with the sharp library, loaded at the first one; undefined where it cannot be decoded. */
export async function openPicture(bytes: Uint8Array): Promise<OpenPicture | undefined> {
  const type = await sniffContentType(bytes.subarray(0, SNIFFED_BYTES));
  if (!type || !readable.has(type)) return undefined;
  const { default: sharp } = await import('sharp');
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, autoOrient: true, failOn: 'none' });
  const scale = (width: number, height: number, background: string) =>
    open().flatten({ background }).resize(width, height, { fit: 'fill' }).toColourspace('srgb');
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const isTooLarge = takesTooMuch(metadata);
    const check = () => {
      if (isTooLarge) throw new Error('The picture is too large to decode');
    };
    return {
      ...metadata.autoOrient,
      isTooLarge,
      async scaled(width, height) {
        check();
        const raw = scale(width, height, '#fff').raw({ depth: 'uchar' });
        const { data, info } = await raw.toBuffer({ resolveWithObject: true });
        return { width, height, pixels: threeChannels(data, info.channels) };
      },
      async lightness(width, height) {
        check();
        const raw = scale(width, height, '#000').grayscale().raw({ depth: 'uchar' });
        const { data, info } = await raw.toBuffer({ resolveWithObject: true });
        return data.filter((_, index) => index % info.channels === 0);
      },
    };
  } catch {
    return undefined;
  }
}

function takesTooMuch({ width, height, channels, depth, format, isProgressive }: Metadata): boolean {
  const pixels = width * height;
  if (pixels > MAX_PIXELS) return true;
  if (!isProgressive && !unpackedWhole.has(format)) return false;
  return pixels * channels * (sampleBytes[depth] ?? LARGEST_SAMPLE) > MAX_WHOLE_BYTES;
}

function threeChannels(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return new Uint8Array(data);
  const pixels = new Uint8Array((data.length / channels) * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    const channel = channels < 3 ? 0 : at % 3;
    pixels[at] = data[Math.floor(at / 3) * channels + channel] ?? 0;
  }
  return pixels;
}

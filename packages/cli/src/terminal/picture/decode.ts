import { sniffContentType } from '@tryout/engine';
import type { Canvas } from './canvas.ts';

/** Larger pictures are not decoded: a small file may unpack to gigabytes. */
const MOST_PIXELS = 150_000_000;
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
  const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, autoOrient: true, failOn: 'none' });
  const scale = (width: number, height: number, background: string) =>
    open().flatten({ background }).resize(width, height, { fit: 'fill' }).toColourspace('srgb');
  try {
    const { autoOrient } = await open().metadata();
    return {
      width: autoOrient.width,
      height: autoOrient.height,
      async scaled(width, height) {
        const raw = scale(width, height, '#fff').raw({ depth: 'uchar' });
        const { data, info } = await raw.toBuffer({ resolveWithObject: true });
        return { width, height, pixels: threeChannels(data, info.channels) };
      },
      async lightness(width, height) {
        const raw = scale(width, height, '#000').greyscale().raw({ depth: 'uchar' });
        const { data, info } = await raw.toBuffer({ resolveWithObject: true });
        return data.filter((_, index) => index % info.channels === 0);
      },
    };
  } catch {
    return undefined;
  }
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

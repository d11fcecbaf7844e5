import { pictureSizeOf } from '../../lib/drawable-picture.ts';

/** A mask as it lies over its picture, in a size that a screen shows. */
export interface MaskLayer {
  readonly width: number;
  readonly height: number;
  /** 0 to 255 for each pixel, row after row. */
  readonly strengths: Uint8Array;
  /** The masked part in one color, the rest clear. */
  readonly picture: OffscreenCanvas;
}

/** Why a mask is not drawn, in a few words. */
export interface MaskFault {
  readonly fault: string;
}

/** More pixels than this take a browser down (F33). */
const MOST_PIXELS = 60_000_000;
const LONGEST_TEXT = 64_000_000;
/** Larger ones are drawn smaller: a mask is blended over the picture, and there may be dozens. */
const LONGEST_SIDE = 1024;

/**
 * Decodes a mask after a look at its header, beside what else the page does.
 * @param base64 of a grayscale picture, white inside
 * @param color as a canvas takes it
 */
export async function maskLayer(base64: string, color: string): Promise<MaskLayer | MaskFault> {
  if (base64.length > LONGEST_TEXT) return { fault: 'too large to be drawn' };
  const bytes = bytesOf(base64);
  if (!bytes) return { fault: 'cannot be read' };
  const blob = new Blob([bytes]);
  const size = await pictureSizeOf(blob);
  if (!size) return { fault: 'cannot be read' };
  if (size.width * size.height > MOST_PIXELS)
    return { fault: `too large to be drawn: ${size.width} × ${size.height}` };
  const scale = Math.min(1, LONGEST_SIDE / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  try {
    const bitmap = await createImageBitmap(blob, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'medium',
    });
    return colored(bitmap, width, height, color);
  } catch {
    return { fault: 'cannot be read' };
  }
}

/** Not a blob of a data: address, which the content security policy forbids to fetch. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function colored(bitmap: ImageBitmap, width: number, height: number, color: string): MaskLayer {
  const picture = new OffscreenCanvas(width, height);
  const context = picture.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, width, height);
  const strengths = new Uint8Array(width * height);
  const { data } = pixels;
  for (let at = 0; at < strengths.length; at += 1) {
    const first = at * 4;
    // Gray: the three channels are equal.
    const strength = (data[first + 1]! * data[first + 3]!) / 255;
    strengths[at] = strength;
    data[first + 3] = strength;
  }
  context.putImageData(pixels, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return { width, height, strengths, picture };
}

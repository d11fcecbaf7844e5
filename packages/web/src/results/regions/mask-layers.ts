import {
  createMaskBudget,
  INSIDE_MASK,
  maskCenter,
  tones,
  tonesFor,
  type MaskCenter,
  type ResultViews,
} from '@tryout/engine';
import { getImageSize, reduceSize, type ImageSize } from '../../lib/images.ts';

/** A decoded mask, scaled for the screen. */
export interface MaskLayer {
  readonly width: number;
  readonly height: number;
  /** 0 to 255 for each pixel, row by row. */
  readonly strengths: Uint8Array;
  /** The mask in one color, transparent elsewhere. */
  readonly image: OffscreenCanvas;
  /** The position of its number; undefined for an empty mask. */
  readonly center: MaskCenter | undefined;
}

/** More colors would be indistinguishable. */
export const MAX_MASKS = 50;
/** More pixels or characters may crash the browser. */
const MAX_PIXELS = 60_000_000;
const MAX_BASE64 = 64_000_000;
/** Pixels; larger masks are scaled down. */
const MAX_SIDE = 1024;

/**
 * Decodes masks one by one, so that the page stays responsive. A text says why one is not drawn.
 * @param indexes in the engine's `tones`
 */
export async function decodeMasks(
  masks: ResultViews['masks']['masks'],
  indexes = tonesFor(masks.map(({ label }) => label)),
): Promise<readonly (MaskLayer | string)[]> {
  const layers: (MaskLayer | string)[] = [];
  const mayDecode = createMaskBudget();
  for (const [index, { mask }] of masks.slice(0, MAX_MASKS).entries())
    layers.push(await decodeMask(mask, tones[indexes[index]!]!.color, mayDecode));
  return layers;
}

/**
 * Whether a mask covers a position.
 * @param x from 0 at the left edge to 1 at the right
 * @param y from 0 at the top to 1 at the bottom
 */
export function covers({ width, height, strengths }: MaskLayer, x: number, y: number): boolean {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x * width)));
  const row = Math.min(height - 1, Math.max(0, Math.floor(y * height)));
  return strengths[row * width + column]! >= INSIDE_MASK;
}

/**
 * Checks a mask's header and decodes it.
 * @param base64 a grayscale image, white inside
 * @param color for a canvas
 */
async function decodeMask(
  base64: string,
  color: string,
  mayDecode: (size: ImageSize) => boolean,
): Promise<MaskLayer | string> {
  if (base64.length > MAX_BASE64) return 'Mask is too large to draw';
  try {
    // Not by fetching a data: URL, which the content security policy forbids.
    const blob = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
    const size = await getImageSize(blob);
    if (!size) return 'Mask cannot be read';
    if (size.width * size.height > MAX_PIXELS)
      return `Mask is too large to draw: ${size.width} × ${size.height}`;
    if (!mayDecode(size)) return 'The masks together are too large to draw';
    const { width, height } = reduceSize(size, MAX_SIDE);
    const bitmap = await createImageBitmap(blob, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'medium',
    });
    return colorMask(bitmap, color);
  } catch {
    return 'Mask cannot be read';
  }
}

function colorMask(bitmap: ImageBitmap, color: string): MaskLayer {
  const { width, height } = bitmap;
  const image = new OffscreenCanvas(width, height);
  const context = image.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, width, height);
  const strengths = new Uint8Array(width * height);
  const { data } = pixels;
  for (let at = 0; at < strengths.length; at += 1) {
    // In gray, all channels are equal.
    strengths[at] = (data[at * 4]! * data[at * 4 + 3]!) / 255;
    data[at * 4 + 3] = strengths[at]!;
  }
  context.putImageData(pixels, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return { width, height, strengths, image, center: maskCenter(strengths, width, height) };
}

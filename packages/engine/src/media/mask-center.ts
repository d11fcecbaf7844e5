/** The minimum strength of a pixel inside a mask, of 255. */
export const INSIDE_MASK = 128;

/** Pixels of all masks of a result together: decoding more takes too long and too much memory (F33, X18). */
const MAX_MASK_PIXELS = 250_000_000;

/** Counts the masks that are decoded. @returns whether one of this size still may be */
export function createMaskBudget(): (size: { readonly width: number; readonly height: number }) => boolean {
  let left = MAX_MASK_PIXELS;
  return ({ width, height }) => {
    const isAllowed = width * height <= left;
    if (isAllowed) left -= width * height;
    return isAllowed;
  };
}

/** From 0 at the left and top edges of a picture to 1 at the right and bottom. */
export interface MaskCenter {
  readonly x: number;
  readonly y: number;
}

/**
 * The pixel of a mask nearest to its center, since the center of a ring is empty; undefined for an empty mask.
 * @param strengths 0 to 255 for each pixel, row by row
 */
export function maskCenter(strengths: Uint8Array, width: number, height: number): MaskCenter | undefined {
  let [count, across, down] = [0, 0, 0];
  for (let at = 0; at < strengths.length; at += 1) {
    if (strengths[at]! < INSIDE_MASK) continue;
    count += 1;
    across += at % width;
    down += Math.floor(at / width);
  }
  if (count === 0) return undefined;
  let [nearest, least] = [0, Infinity];
  for (let at = 0; at < strengths.length; at += 1) {
    if (strengths[at]! < INSIDE_MASK) continue;
    const distance = ((at % width) - across / count) ** 2 + (Math.floor(at / width) - down / count) ** 2;
    if (distance < least) [nearest, least] = [at, distance];
  }
  return { x: ((nearest % width) + 0.5) / width, y: (Math.floor(nearest / width) + 0.5) / height };
}

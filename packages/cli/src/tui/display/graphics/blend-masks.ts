import { toneOf } from '../../../terminal/index.ts';
import type { Canvas } from '../../../terminal/picture/canvas.ts';
import { openPicture } from '../../../terminal/picture/decode.ts';

/** How much of a mask's colour is mixed in where it is white. */
const STRENGTH = 0.55;

/** Where the number of a mask belongs. */
export interface MaskPlace {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** Blends masks over a canvas, each in its colour, the last ones on top. */
export async function blendMasks(
  canvas: Canvas,
  masks: readonly (Uint8Array | undefined)[],
): Promise<MaskPlace[]> {
  const places: MaskPlace[] = [];
  for (const [index, bytes] of masks.entries()) {
    const picture = bytes && (await openPicture(bytes));
    const mask = await picture?.lightness(canvas.width, canvas.height).catch(() => undefined);
    if (!mask) continue;
    blend(canvas, mask, index);
    const place = middleOf(mask, canvas.width);
    if (place) places.push({ index, ...place });
  }
  return places;
}

function blend({ pixels }: Canvas, mask: Uint8Array, index: number): void {
  const [red, green, blue] = toneOf(index);
  for (let at = 0; at < mask.length; at += 1) {
    const share = (mask[at]! / 255) * STRENGTH;
    if (share === 0) continue;
    const pixel = at * 3;
    pixels[pixel] = pixels[pixel]! * (1 - share) + red * share;
    pixels[pixel + 1] = pixels[pixel + 1]! * (1 - share) + green * share;
    pixels[pixel + 2] = pixels[pixel + 2]! * (1 - share) + blue * share;
  }
}

/** The pixel of the mask that is nearest to its middle, so that the number of a ring does not stand in its hole. */
function middleOf(mask: Uint8Array, width: number): { x: number; y: number } | undefined {
  let count = 0;
  let across = 0;
  let down = 0;
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at]! < 128) continue;
    count += 1;
    across += at % width;
    down += Math.floor(at / width);
  }
  if (count === 0) return undefined;
  let nearest = 0;
  let least = Infinity;
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at]! < 128) continue;
    const distance = ((at % width) - across / count) ** 2 + (Math.floor(at / width) - down / count) ** 2;
    if (distance >= least) continue;
    least = distance;
    nearest = at;
  }
  return { x: nearest % width, y: Math.floor(nearest / width) };
}

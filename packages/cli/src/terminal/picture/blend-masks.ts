import { paletteColor } from '../style.ts';
import type { Canvas } from './canvas.ts';
import { openPicture } from './decode.ts';

/** Opacity of a mask's color where it is white. */
const STRENGTH = 0.55;
/** The minimum lightness of a pixel inside a mask. */
export const INSIDE = 128;

export interface DecodedMask {
  readonly index: number;
  readonly lightness: Uint8Array;
}

/** The position of a mask's number, in pixels. */
export interface LabelPosition {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** Decodes masks one by one, since each is as large as the canvas. Skips unreadable ones. */
export async function* readMasks(
  { width, height }: Canvas,
  masks: readonly (Uint8Array | undefined)[],
): AsyncGenerator<DecodedMask> {
  for (const [index, bytes] of masks.entries()) {
    const picture = bytes && (await openPicture(bytes));
    const lightness = await picture?.lightness(width, height).catch(() => undefined);
    if (lightness) yield { index, lightness };
  }
}

/** Blends masks onto a canvas, the last ones on top. */
export async function blendMasks(
  canvas: Canvas,
  masks: readonly (Uint8Array | undefined)[],
  tones: readonly number[],
): Promise<LabelPosition[]> {
  const labels: LabelPosition[] = [];
  for await (const { index, lightness } of readMasks(canvas, masks)) {
    blend(canvas, lightness, tones[index] ?? index);
    const place = labelPositionIn(lightness, canvas.width);
    if (place) labels.push({ index, ...place });
  }
  return labels;
}

function blend({ pixels }: Canvas, mask: Uint8Array, tone: number): void {
  const [red, green, blue] = paletteColor(tone);
  for (let at = 0; at < mask.length; at += 1) {
    const share = (mask[at]! / 255) * STRENGTH;
    if (share === 0) continue;
    const pixel = at * 3;
    pixels[pixel] = Math.round(pixels[pixel]! * (1 - share) + red * share);
    pixels[pixel + 1] = Math.round(pixels[pixel + 1]! * (1 - share) + green * share);
    pixels[pixel + 2] = Math.round(pixels[pixel + 2]! * (1 - share) + blue * share);
  }
}

/** The mask's pixel nearest to its center, since the center of a ring is empty. */
function labelPositionIn(mask: Uint8Array, width: number): { x: number; y: number } | undefined {
  let count = 0;
  let across = 0;
  let down = 0;
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at]! < INSIDE) continue;
    count += 1;
    across += at % width;
    down += Math.floor(at / width);
  }
  if (count === 0) return undefined;
  let nearest = 0;
  let least = Infinity;
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at]! < INSIDE) continue;
    const distance = ((at % width) - across / count) ** 2 + (Math.floor(at / width) - down / count) ** 2;
    if (distance >= least) continue;
    least = distance;
    nearest = at;
  }
  return { x: nearest % width, y: Math.floor(nearest / width) };
}

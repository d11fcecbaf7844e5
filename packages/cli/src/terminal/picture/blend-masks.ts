import { maskCenter } from '@tryout/engine';
import { paletteColor } from '../style.ts';
import type { Canvas } from './canvas.ts';
import { openPicture, type PictureSize } from './decode.ts';

/** Opacity of a mask's color where it is white. */
const STRENGTH = 0.55;

export interface DecodedMask {
  readonly index: number;
  readonly lightness: Uint8Array;
}

/** The position of a mask's number, in pixels. */
interface LabelPosition {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** Decodes masks one by one, since each is as large as the canvas. Skips unreadable ones. */
export async function* readMasks(
  { width, height }: PictureSize,
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
    const center = maskCenter(lightness, canvas.width, canvas.height);
    if (center)
      labels.push({
        index,
        x: Math.floor(center.x * canvas.width),
        y: Math.floor(center.y * canvas.height),
      });
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

import { INSIDE_MASK } from '@tryout/engine';
import { paletteColor } from '../style.ts';
import { type Canvas, type Glyph, mixPixel, pixelsInCell, type DrawMode } from './canvas.ts';
import type { PictureSize } from './decode.ts';
import type { Overlays } from './draw-picture.ts';
import { blendMasks, readMasks } from './blend-masks.ts';

/**
 * Draws boxes, numbered in their top left corners, the first ones on top.
 * @param size the size of the picture that the boxes refer to
 */
export function drawBoxes(
  canvas: Canvas,
  { boxes = [], tones = [] }: Overlays,
  size: PictureSize,
  mode: DrawMode,
): Glyph[] {
  return [...boxes.entries()].reverse().flatMap(([index, box]) => {
    if (!box) return [];
    const tone = tones[index] ?? index;
    const [left, right] = span(box.xmin, box.xmax, canvas.width / size.width, canvas.width);
    const [top, bottom] = span(box.ymin, box.ymax, canvas.height / size.height, canvas.height);
    const outline: [number, number][] = [];
    for (let x = left; x <= right; x += 1) outline.push([x, top], [x, bottom]);
    for (let y = top; y <= bottom; y += 1) outline.push([left, y], [right, y]);
    const row = Math.floor(top / pixelsInCell[mode]);
    if (mode === 'ascii') {
      const character = String((index + 1) % 10);
      return outline.map(([x, y]) => ({ column: x, row: y, character, tone }));
    }
    for (const [x, y] of outline) mixPixel(canvas, x, y, paletteColor(tone), 1);
    return numberTag(index, tone, left, row, canvas.width);
  });
}

function numberTag(index: number, tone: number, column: number, row: number, columns: number): Glyph[] {
  const digits = [...String(index + 1)];
  const first = Math.max(0, Math.min(column, columns - digits.length));
  return digits
    .map((character, at) => ({ column: first + at, row, character, tone }))
    .filter((glyph) => glyph.column < columns);
}

/** The first and last pixel of a side, clamped to the canvas. Swapped ends are corrected. */
function span(from: number, to: number, scale: number, length: number): [number, number] {
  const within = (pixel: number) => Math.min(length - 1, Math.max(0, pixel));
  const first = within(Math.floor(Math.min(from, to) * scale));
  return [first, Math.max(first, within(Math.ceil(Math.max(from, to) * scale) - 1))];
}

/** Blends masks onto a canvas and numbers them, the last ones on top. */
export async function drawMasks(
  canvas: Canvas,
  { masks = [], tones = [] }: Overlays,
  mode: DrawMode,
): Promise<Glyph[]> {
  if (mode === 'ascii') return asciiMasks(canvas, masks, tones);
  const labels = await blendMasks(canvas, masks, tones);
  return labels.flatMap(({ index, x, y }) =>
    numberTag(index, tones[index] ?? index, x, Math.floor(y / pixelsInCell[mode]), canvas.width),
  );
}

/** Without colors, a mask is filled with its number. */
async function asciiMasks(
  canvas: Canvas,
  masks: readonly (Uint8Array | undefined)[],
  tones: readonly number[],
): Promise<Glyph[]> {
  const glyphs: Glyph[] = [];
  for await (const { index, lightness } of readMasks(canvas, masks)) {
    const character = String((index + 1) % 10);
    for (const [at, light] of lightness.entries())
      if (light >= INSIDE_MASK)
        glyphs.push({
          column: at % canvas.width,
          row: Math.floor(at / canvas.width),
          character,
          tone: tones[index] ?? index,
        });
  }
  return glyphs;
}

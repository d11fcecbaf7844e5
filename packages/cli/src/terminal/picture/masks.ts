import { blendMasks, INSIDE, readMasks } from './blend-masks.ts';
import { numberTag } from './boxes.ts';
import type { Canvas, Glyph } from './canvas.ts';
import { pixelsInCell, type Way } from './way.ts';

/** Blends masks over a canvas, each in its color, and numbers them from 1; the last ones lie on top. */
export async function drawMasks(
  canvas: Canvas,
  masks: readonly (Uint8Array | undefined)[],
  way: Way,
): Promise<Glyph[]> {
  if (way === 'letters') return lettersOf(canvas, masks);
  const places = await blendMasks(canvas, masks);
  return places.flatMap(({ index, x, y }) =>
    numberTag(index, x, Math.floor(y / pixelsInCell[way]), canvas.width),
  );
}

/** Without colors a mask is filled with its number. */
async function lettersOf(canvas: Canvas, masks: readonly (Uint8Array | undefined)[]): Promise<Glyph[]> {
  const glyphs: Glyph[] = [];
  for await (const { index, lightness } of readMasks(canvas, masks)) {
    const character = String((index + 1) % 10);
    for (const [at, light] of lightness.entries())
      if (light >= INSIDE)
        glyphs.push({
          column: at % canvas.width,
          row: Math.floor(at / canvas.width),
          character,
          tone: index,
        });
  }
  return glyphs;
}

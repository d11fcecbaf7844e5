import { toneOf } from '../palette.ts';
import { mixPixel, type Canvas, type Glyph } from './canvas.ts';
import { openPicture } from './decode.ts';
import { numberTag } from './boxes.ts';
import { pixelsInCell, type Way } from './way.ts';

/** How much of a mask's colour is mixed in where it is white. */
const STRENGTH = 0.55;

/** Blends masks over a canvas, each in its colour, and numbers them from 1; the last ones lie on top. */
export async function drawMasks(
  canvas: Canvas,
  masks: readonly (Uint8Array | undefined)[],
  way: Way,
): Promise<Glyph[]> {
  const glyphs: Glyph[] = [];
  for (const [index, bytes] of masks.entries()) {
    const mask = await (bytes && (await openPicture(bytes)))
      ?.lightness(canvas.width, canvas.height)
      .catch(() => undefined);
    if (!mask) continue;
    const inside = [...mask.keys()].filter((at) => mask[at]! >= 128);
    if (way === 'letters') {
      const character = String((index + 1) % 10);
      glyphs.push(...inside.map((at) => ({ ...placeOf(at, canvas), character, tone: index })));
      continue;
    }
    for (const [at, lightness] of mask.entries()) {
      const { column, row } = placeOf(at, canvas);
      mixPixel(canvas, column, row, toneOf(index), (lightness / 255) * STRENGTH);
    }
    const middle = middleOf(inside, canvas);
    if (middle)
      glyphs.push(
        ...numberTag(index, middle.column, Math.floor(middle.row / pixelsInCell[way]), canvas.width),
      );
  }
  return glyphs;
}

function placeOf(at: number, { width }: Canvas): { column: number; row: number } {
  return { column: at % width, row: Math.floor(at / width) };
}

/** The pixel of the mask that is nearest to its middle, so that the number of a ring does not stand in its hole. */
function middleOf(inside: readonly number[], canvas: Canvas): { column: number; row: number } | undefined {
  const places = inside.map((at) => placeOf(at, canvas));
  const column = places.reduce((sum, place) => sum + place.column, 0) / places.length;
  const row = places.reduce((sum, place) => sum + place.row, 0) / places.length;
  const distance = (place: { column: number; row: number }) =>
    (place.column - column) ** 2 + (place.row - row) ** 2;
  return places.reduce<{ column: number; row: number } | undefined>(
    (nearest, place) => (nearest && distance(nearest) <= distance(place) ? nearest : place),
    undefined,
  );
}

import type { WorkingCopy } from '../regions/working-copy.ts';
import { colourIndex, colourNames, type ColourName } from './colour-names.ts';

export interface ColourShare {
  colour: ColourName;
  /** Part of the pixels, 0 to 1. */
  share: number;
}

/** The number of each pixel's colour name, row by row. */
export function mapColours(copy: WorkingCopy): Uint8Array {
  const { pixels } = copy;
  const map = new Uint8Array(copy.width * copy.height);
  for (let pixel = 0, at = 0; pixel < map.length; pixel += 1, at += 3)
    map[pixel] = colourIndex(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
  return map;
}

/** The colours that occur, largest share first; equal shares in the order of the names' list. */
export function colourShares(copy: WorkingCopy): ColourShare[] {
  const counts = new Array<number>(colourNames.length).fill(0);
  const map = mapColours(copy);
  for (const colour of map) counts[colour] = (counts[colour] ?? 0) + 1;
  return colourNames
    .map((colour, index) => ({ colour, share: (counts[index] ?? 0) / map.length }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}

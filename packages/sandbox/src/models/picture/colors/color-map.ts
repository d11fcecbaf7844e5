import type { WorkingCopy } from '../regions/working-copy.ts';
import { colorIndex, colorNames, type ColorName } from './color-names.ts';

export interface ColorShare {
  color: ColorName;
  /** Part of the pixels, 0 to 1. */
  share: number;
}

/** The number of each pixel's color name, row by row. */
export function mapColors(copy: WorkingCopy): Uint8Array {
  const { pixels } = copy;
  const map = new Uint8Array(copy.width * copy.height);
  for (let pixel = 0, at = 0; pixel < map.length; pixel += 1, at += 3)
    map[pixel] = colorIndex(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
  return map;
}

/** The colors that occur, largest share first; equal shares in the order of the names' list. */
export function colorShares(copy: WorkingCopy): ColorShare[] {
  const counts = new Array<number>(colorNames.length).fill(0);
  const map = mapColors(copy);
  for (const color of map) counts[color] = (counts[color] ?? 0) + 1;
  return colorNames
    .map((color, index) => ({ color, share: (counts[index] ?? 0) / map.length }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}

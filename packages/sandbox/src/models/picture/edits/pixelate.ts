import type { Picture } from '../../../media/picture.ts';

/** The side of the blocks of {@link pixelate}: the longer side divided by 48, rounded, at least 2. */
export function blockSide({ width, height }: Picture): number {
  return Math.max(2, Math.round(Math.max(width, height) / 48));
}

/** Fills blocks of {@link blockSide} pixels a side, from the top left, with their mean value in each channel. */
export function pixelate(picture: Picture): Picture {
  const { width, height } = picture;
  const side = blockSide(picture);
  const data = new Uint8ClampedArray(picture.data);
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side)
      for (let channel = 0; channel < 4; channel += 1) {
        const block = blockAt(left, top, side, width, height, channel);
        const sum = block.reduce((total, at) => total + (picture.data[at] ?? 0), 0);
        for (const at of block) data[at] = sum / block.length;
      }
  return { width, height, data };
}

function blockAt(
  left: number,
  top: number,
  side: number,
  width: number,
  height: number,
  channel: number,
): number[] {
  const places: number[] = [];
  for (let y = top; y < Math.min(top + side, height); y += 1)
    for (let x = left; x < Math.min(left + side, width); x += 1) places.push((y * width + x) * 4 + channel);
  return places;
}

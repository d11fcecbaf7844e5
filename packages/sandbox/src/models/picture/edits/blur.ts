import type { Picture } from '../../../media/picture.ts';

/** The distance that {@link blur} reaches: a hundredth of the shorter side, rounded, at least 1. */
export function blurReach({ width, height }: Picture): number {
  return Math.max(1, Math.round(Math.min(width, height) / 100));
}

/**
 * Replaces every value, alpha too, by the mean of the square around it that reaches {@link blurReach} pixels each way,
 * first along the rows and then along the columns, rounding both times; at the edges the outermost pixel is repeated.
 */
export function blur(picture: Picture): Picture {
  const { width, height, data } = picture;
  const reach = blurReach(picture);
  const across = new Uint8ClampedArray(data.length);
  const down = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1) blurLine(data, across, y * width * 4, 4, width, reach);
  for (let x = 0; x < width; x += 1) blurLine(across, down, x * 4, width * 4, height, reach);
  return { width, height, data: down };
}

function blurLine(
  from: Uint8ClampedArray,
  to: Uint8ClampedArray,
  start: number,
  step: number,
  length: number,
  reach: number,
): void {
  for (let channel = 0; channel < 4; channel += 1) {
    const first = start + channel;
    const last = length - 1;
    let sum = 0;
    for (let place = -reach; place <= reach; place += 1)
      sum += from[first + Math.max(0, Math.min(last, place)) * step] ?? 0;
    for (let place = 0; place < length; place += 1) {
      to[first + place * step] = sum / (2 * reach + 1);
      sum += from[first + Math.min(last, place + reach + 1) * step] ?? 0;
      sum -= from[first + Math.max(0, place - reach) * step] ?? 0;
    }
  }
}

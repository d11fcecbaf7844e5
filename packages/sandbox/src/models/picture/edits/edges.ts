import type { Picture } from '../../../media/picture.ts';
import { lightnessOf } from './lightness.ts';

/**
 * Draws the edges of a picture dark on white: 255 less the length of the Sobel gradient of the lightness (held within
 * 0 to 255). The outermost pixels are repeated beyond the edge; transparent pixels lie over white.
 */
export function edges(picture: Picture): Picture {
  const { width, height } = picture;
  const light = lightnessMap(picture);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0, at = 0; y < height; y += 1) {
    const above = Math.max(0, y - 1) * width;
    const here = y * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x += 1, at += 4) {
      const left = Math.max(0, x - 1);
      const right = Math.min(width - 1, x + 1);
      const across = (row: number) => (light[row + right] ?? 0) - (light[row + left] ?? 0);
      const down = (column: number) => (light[below + column] ?? 0) - (light[above + column] ?? 0);
      const horizontal = across(above) + 2 * across(here) + across(below);
      const vertical = down(left) + 2 * down(x) + down(right);
      const gray = 255 - Math.sqrt(horizontal * horizontal + vertical * vertical);
      data[at] = gray;
      data[at + 1] = gray;
      data[at + 2] = gray;
    }
  }
  return { width, height, data };
}

function lightnessMap({ width, height, data }: Picture): Float32Array {
  const light = new Float32Array(width * height);
  for (let pixel = 0, at = 0; pixel < light.length; pixel += 1, at += 4) {
    const alpha = (data[at + 3] ?? 255) / 255;
    const color = lightnessOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    light[pixel] = color * alpha + 255 * (1 - alpha);
  }
  return light;
}

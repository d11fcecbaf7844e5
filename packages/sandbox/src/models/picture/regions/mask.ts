import type { Picture } from '../../../media/picture.ts';
import type { Region, RegionMap } from './find-regions.ts';

const near = 32;

/** Share of a region's pixels whose red, green and blue each lie within 32 of the region's mean. */
export function uniformity(map: RegionMap, region: Region): number {
  const { regionOf, copy } = map;
  const [red, green, blue] = region.mean;
  let close = 0;
  for (let pixel = 0, at = 0; pixel < regionOf.length; pixel += 1, at += 3)
    if (
      regionOf[pixel] === region.number &&
      Math.abs((copy.pixels[at] ?? 0) - red) <= near &&
      Math.abs((copy.pixels[at + 1] ?? 0) - green) <= near &&
      Math.abs((copy.pixels[at + 2] ?? 0) - blue) <= near
    )
      close += 1;
  return close / region.area;
}

/** Draws a region white on black in the size of the picture that it was found in. */
export function drawMask(map: RegionMap, region: Region, size: { width: number; height: number }): Picture {
  const { width, height } = size;
  const { stride } = map.copy;
  const pixels = new Uint32Array(width * height).fill(opaque(0));
  const { xmin, ymin, xmax, ymax } = region.box;
  const white = opaque(255);
  for (let y = ymin * stride; y < Math.min(ymax * stride, height); y += 1) {
    const row = Math.floor(y / stride) * map.width;
    for (let column = xmin; column < xmax; column += 1) {
      if (map.regionOf[row + column] !== region.number) continue;
      const start = y * width + column * stride;
      pixels.fill(white, start, y * width + Math.min((column + 1) * stride, width));
    }
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}

/** An opaque gray as one 32-bit number in this machine's byte order. */
function opaque(gray: number): number {
  return new Uint32Array(Uint8Array.of(gray, gray, gray, 255).buffer)[0] ?? 0;
}

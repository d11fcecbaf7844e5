import type { Labeling } from './label-regions.ts';
import type { WorkingCopy } from './working-copy.ts';

/** The side of the square that a region must hold to stand by itself: a fiftieth of the shorter side, 1 to 5. */
export function coreSide(width: number, height: number): number {
  return Math.max(1, Math.min(5, Math.floor(Math.min(width, height) / 50)));
}

/** The side of the largest upright square inside each region. */
export function largestSquares(labeling: Labeling): Int32Array {
  const { width, height, regionOf, count } = labeling;
  const largest = new Int32Array(count);
  const sides = new Int32Array(width * height);
  for (let pixel = 0; pixel < sides.length; pixel += 1) {
    const region = regionOf[pixel] ?? 0;
    const inner = pixel % width > 0 && pixel >= width;
    const neighbors = [pixel - 1, pixel - width, pixel - width - 1];
    const grows = inner && neighbors.every((neighbor) => regionOf[neighbor] === region);
    const side = grows ? 1 + Math.min(...neighbors.map((neighbor) => sides[neighbor] ?? 0)) : 1;
    sides[pixel] = side;
    if (side > (largest[region] ?? 0)) largest[region] = side;
  }
  return largest;
}

/**
 * Gives the pixels of regions too thin to hold a square of `side` pixels (blurred edges, thin lines, noise) to the
 * neighboring region of the nearest mean color, from the outside in. `regionOf` is changed in place.
 * A picture of nothing but thin regions is left as it is.
 */
export function dissolveThin(labeling: Labeling, copy: WorkingCopy, side: number): void {
  const { width, regionOf } = labeling;
  const largest = largestSquares(labeling);
  const solid = (pixel: number) => (largest[regionOf[pixel] ?? 0] ?? 0) >= side;
  if (largest.every((square) => square < side) || largest.every((square) => square >= side)) return;
  const means = meanColors(labeling, copy);
  const settled = Uint8Array.from(regionOf, (_, pixel) => (solid(pixel) ? 1 : 0));
  const neighborsOf = (pixel: number) => neighbors(pixel, width, regionOf.length);
  let layer = Array.from(settled.keys()).filter(
    (pixel) => settled[pixel] === 0 && neighborsOf(pixel).some((neighbor) => settled[neighbor] === 1),
  );
  while (layer.length > 0) {
    const chosen = layer.map((pixel) => {
      const regions = neighborsOf(pixel)
        .filter((neighbor) => settled[neighbor] === 1)
        .map((neighbor) => regionOf[neighbor] ?? 0);
      return nearest(copy.pixels, pixel, regions, means);
    });
    layer.forEach((pixel, index) => {
      regionOf[pixel] = chosen[index] ?? 0;
      settled[pixel] = 1;
    });
    layer = [...new Set(layer.flatMap(neighborsOf))].filter((pixel) => settled[pixel] === 0);
  }
}

function neighbors(pixel: number, width: number, size: number): number[] {
  const x = pixel % width;
  const found: number[] = [];
  if (x > 0) found.push(pixel - 1);
  if (x < width - 1) found.push(pixel + 1);
  if (pixel >= width) found.push(pixel - width);
  if (pixel < size - width) found.push(pixel + width);
  return found;
}

function meanColors(labeling: Labeling, copy: WorkingCopy): Float64Array {
  const means = new Float64Array(labeling.count * 3);
  const areas = new Float64Array(labeling.count);
  labeling.regionOf.forEach((region, pixel) => {
    areas[region] = (areas[region] ?? 0) + 1;
    for (let channel = 0; channel < 3; channel += 1)
      means[region * 3 + channel] =
        (means[region * 3 + channel] ?? 0) + (copy.pixels[pixel * 3 + channel] ?? 0);
  });
  return means.map((sum, at) => sum / (areas[Math.floor(at / 3)] ?? 1));
}

function nearest(pixels: Uint8Array, pixel: number, regions: number[], means: Float64Array): number {
  let best = regions[0] ?? 0;
  let smallest = Infinity;
  for (const region of regions) {
    let distance = 0;
    for (let channel = 0; channel < 3; channel += 1)
      distance += ((pixels[pixel * 3 + channel] ?? 0) - (means[region * 3 + channel] ?? 0)) ** 2;
    if (distance < smallest) [best, smallest] = [region, distance];
  }
  return best;
}

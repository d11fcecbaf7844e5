/** Which region each pixel belongs to. */
export interface Labeling {
  width: number;
  height: number;
  /** Region number of each pixel, row by row, from 0. */
  regionOf: Int32Array;
  /** How many regions there are. */
  count: number;
}

/**
 * Numbers the connected regions of a map of classes: pixels that touch at an edge (not at a corner) and have the
 * same class belong together. Regions are numbered in reading order of their first pixel.
 */
export function labelRegions(classes: Uint8Array, width: number, height: number): Labeling {
  const regionOf = new Int32Array(width * height).fill(-1);
  const waiting = new Int32Array(width * height);
  let count = 0;
  for (let start = 0; start < regionOf.length; start += 1) {
    if (regionOf[start] !== -1) continue;
    const wanted = classes[start];
    let left = 1;
    waiting[0] = start;
    regionOf[start] = count;
    const visit = (pixel: number) => {
      if (regionOf[pixel] !== -1 || classes[pixel] !== wanted) return;
      regionOf[pixel] = count;
      waiting[left] = pixel;
      left += 1;
    };
    while (left > 0) {
      left -= 1;
      const pixel = waiting[left] ?? 0;
      const x = pixel % width;
      if (x > 0) visit(pixel - 1);
      if (x < width - 1) visit(pixel + 1);
      if (pixel >= width) visit(pixel - width);
      if (pixel < regionOf.length - width) visit(pixel + width);
    }
    count += 1;
  }
  return { width, height, regionOf, count };
}

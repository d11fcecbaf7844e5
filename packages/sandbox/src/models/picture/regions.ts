import type { Picture } from '../../media/picture.ts';
import { type ColorMap, type ColorName, mapColors } from './colors.ts';

/** In pixels; the maxima are exclusive. */
export interface Box {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** Connected pixels of one color, in pixels of the color map. */
export interface Region {
  /** Its number in `regionOf`. */
  number: number;
  color: ColorName;
  area: number;
  /** Number of pixels that had the color before thin regions were dissolved. */
  pureArea: number;
  /** Number of pixels in the outermost rows and columns. */
  borderPixels: number;
  box: Box;
}

export interface RegionMap extends ColorMap {
  /** The number of each pixel's region. */
  regionOf: Int32Array;
  /** The largest first. */
  regions: Region[];
}

/** {@link findRegions} in words, for cards. */
export const regionRules = `A region is a set of adjacent pixels with the same color name. The pixels of regions too thin to contain a small square
(soft edges, hairlines, noise) are added to the region next to them.`;

function neighborsOf(pixel: number, width: number, size: number): number[] {
  const x = pixel % width;
  const neighbors: number[] = [];
  if (x > 0) neighbors.push(pixel - 1);
  if (x < width - 1) neighbors.push(pixel + 1);
  if (pixel >= width) neighbors.push(pixel - width);
  if (pixel < size - width) neighbors.push(pixel + width);
  return neighbors;
}

/** Numbers the connected regions of one color, in reading order. */
function labelRegions({ width, colors }: ColorMap): Int32Array {
  const regionOf = new Int32Array(colors.length).fill(-1);
  let number = 0;
  for (const [start, color] of colors.entries()) {
    if (regionOf[start] !== -1) continue;
    const waiting = [start];
    regionOf[start] = number;
    for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
      for (const neighbor of neighborsOf(pixel, width, colors.length)) {
        if (regionOf[neighbor] !== -1 || colors[neighbor] !== color) continue;
        regionOf[neighbor] = number;
        waiting.push(neighbor);
      }
    }
    number += 1;
  }
  return regionOf;
}

/** The numbers of the regions that contain an upright square of a fiftieth of the shorter side, 1 to 5 pixels. */
function solidRegions(regionOf: Int32Array, width: number): Set<number> {
  const height = regionOf.length / width;
  const minSide = Math.max(1, Math.min(5, Math.floor(Math.min(width, height) / 50)));
  const sides = new Uint16Array(regionOf.length);
  const solid = new Set<number>();
  for (const [pixel, region] of regionOf.entries()) {
    const corner = [pixel - 1, pixel - width, pixel - width - 1];
    const isInside = pixel % width > 0 && corner.every((other) => regionOf[other] === region);
    const side = isInside ? 1 + Math.min(...corner.map((other) => sides[other] ?? 0)) : 1;
    sides[pixel] = side;
    if (side >= minSide) solid.add(region);
  }
  return solid;
}

/** Gives the pixels of thin regions to the nearest solid region, in place. */
function dissolveThinRegions(regionOf: Int32Array, width: number): void {
  const solid = solidRegions(regionOf, width);
  if (solid.size === 0) return;
  const isSettled = Uint8Array.from(regionOf, (region) => (solid.has(region) ? 1 : 0));
  const queue = Array.from(regionOf.keys()).filter((pixel) => isSettled[pixel] === 1);
  for (const pixel of queue) {
    for (const neighbor of neighborsOf(pixel, width, regionOf.length)) {
      if (isSettled[neighbor] === 1) continue;
      isSettled[neighbor] = 1;
      regionOf[neighbor] = regionOf[pixel] ?? 0;
      queue.push(neighbor);
    }
  }
}

export function findRegions(picture: Picture): RegionMap {
  const map = mapColors(picture);
  const { width, height, colors } = map;
  const regionOf = labelRegions(map);
  const colorOf = new Map(
    Array.from(regionOf, (number, pixel) => [number, colors[pixel] ?? 'black'] as const),
  );
  dissolveThinRegions(regionOf, width);
  const regions = new Map<number, Region>();
  for (const [pixel, number] of regionOf.entries()) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const region = regions.get(number) ?? {
      number,
      color: colorOf.get(number) ?? 'black',
      area: 0,
      pureArea: 0,
      borderPixels: 0,
      box: { xmin: x, ymin: y, xmax: x, ymax: y },
    };
    regions.set(number, region);
    region.area += 1;
    if (colors[pixel] === region.color) region.pureArea += 1;
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) region.borderPixels += 1;
    const { box } = region;
    box.xmin = Math.min(box.xmin, x);
    box.xmax = Math.max(box.xmax, x + 1);
    box.ymax = Math.max(box.ymax, y + 1);
  }
  const sorted = [...regions.values()].sort((left, right) => right.area - left.area);
  return { ...map, regionOf, regions: sorted };
}

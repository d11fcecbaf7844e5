import { defineModel } from '../../define-model.ts';
import type { Image } from '../../media/image.ts';
import { keepAbove } from '../parameters.ts';
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

/** Finds the regions by flood fill from each pixel that has no region yet. */
export function findRegions(image: Image): RegionMap {
  const map = mapColors(image);
  const { width, height, colors } = map;
  const regionOf = new Int32Array(colors.length).fill(-1);
  const regions: Region[] = [];
  for (const [start, color] of colors.entries()) {
    if (regionOf[start] !== -1) continue;
    const box = { xmin: width, ymin: height, xmax: 0, ymax: 0 };
    const region = { number: regions.length, color, area: 0, borderPixels: 0, box };
    regions.push(region);
    const queue: number[] = [];
    const enter = (pixel: number) => {
      if (regionOf[pixel] !== -1 || colors[pixel] !== color) return;
      regionOf[pixel] = region.number;
      queue.push(pixel);
    };
    enter(start);
    for (let pixel = queue.pop(); pixel !== undefined; pixel = queue.pop()) {
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      region.area += 1;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) region.borderPixels += 1;
      box.xmin = Math.min(box.xmin, x);
      box.xmax = Math.max(box.xmax, x + 1);
      box.ymin = Math.min(box.ymin, y);
      box.ymax = Math.max(box.ymax, y + 1);
      if (x > 0) enter(pixel - 1);
      if (x < width - 1) enter(pixel + 1);
      if (y > 0) enter(pixel - width);
      if (y < height - 1) enter(pixel + width);
    }
  }
  return { ...map, regionOf, regions: regions.sort((left, right) => right.area - left.area) };
}

const maxMasks = 10;
const minShare = 0.005;

/** The region in white on black, in the size of the image. */
function drawMask({ width: columns, stride, regionOf }: RegionMap, region: Region, image: Image) {
  const { width, height } = image;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, offset = 0; y < height; y += 1) {
    const row = Math.floor(y / stride) * columns;
    for (let x = 0; x < width; x += 1, offset += 4) {
      if (regionOf[row + Math.floor(x / stride)] === region.number) data.fill(255, offset, offset + 3);
      data[offset + 3] = 255;
    }
  }
  return { width, height, data };
}

export const colorRegions = defineModel({
  id: 'sandbox/color-regions',
  task: 'image-segmentation',
  card: `
Segments a picture into its ${maxMasks} largest regions of one color.

A region is a set of adjacent pixels with the same one of thirteen color names. The score is its share of the picture, at
least ${100 * minShare}%. An object with two colors is two regions, and shadows in photos split objects.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer(image, parameters, signal) {
    const map = findRegions(image);
    const segments = map.regions
      .map((region) => ({ region, score: region.area / map.regionOf.length }))
      .filter(({ score }) => score >= minShare)
      .slice(0, maxMasks);
    return keepAbove(segments, parameters).map(({ region, score }) => {
      signal.throwIfAborted();
      return { label: region.color, score, mask: drawMask(map, region, image) };
    });
  },
});

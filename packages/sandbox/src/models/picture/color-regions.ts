import { defineModel } from '../../define-model.ts';
import type { Picture } from '../../media/picture.ts';
import { keepAbove } from '../parameters.ts';
import { findRegions, type Region, type RegionMap } from './regions.ts';

const maxMasks = 10;
const minShare = 0.005;

/** The region in white on black, in the size of the picture. */
function drawMask({ width: columns, stride, regionOf }: RegionMap, region: Region, picture: Picture) {
  const { width, height } = picture;
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
  answer(picture, parameters, signal) {
    const map = findRegions(picture);
    const scored = map.regions
      .map((region) => ({ region, score: region.area / map.regionOf.length }))
      .filter(({ score }) => score >= minShare)
      .slice(0, maxMasks);
    return keepAbove(scored, parameters).map(({ region, score }) => {
      signal.throwIfAborted();
      return { label: region.color, score, mask: drawMask(map, region, picture) };
    });
  },
});

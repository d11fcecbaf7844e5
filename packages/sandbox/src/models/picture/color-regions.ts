import { defineModel } from '../../define-model.ts';
import type { Picture } from '../../media/picture.ts';
import { keepAbove } from '../parameters.ts';
import { colorRules } from './colors.ts';
import { findRegions, type Region, type RegionMap, regionRules } from './regions.ts';

const maxMasks = 10;
const minShare = 0.005;
/** For all masks of one answer, to limit memory for large pictures. */
const maxMaskPixels = 48_000_000;

/** The region in white on black, in the size of the picture. */
function drawMask(
  { width: columns, stride, regionOf }: RegionMap,
  region: Region,
  picture: Picture,
): Picture {
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
  card: `# Color regions

Segments a picture into regions of one color, the largest first.

${regionRules} At most ${maxMasks} regions are returned, none below ${100 * minShare}% of the picture. The score is the share of a region's pixels
that have its color. \`threshold\` (0 by default) excludes regions with a lower score.

${colorRules}

## Limits

An object with two colors is two regions; touching objects of one color are one region. In photos, shadows split objects.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer(picture, parameters, signal) {
    const map = findRegions(picture);
    const count = Math.floor(maxMaskPixels / (picture.width * picture.height));
    const scored = map.regions
      .filter(({ area }) => area >= minShare * map.regionOf.length)
      .slice(0, Math.max(1, Math.min(maxMasks, count)))
      .map((region) => ({ region, score: region.pureArea / region.area }));
    return keepAbove(scored, parameters).map(({ region, score }) => {
      signal.throwIfAborted();
      return { label: region.color, score, mask: drawMask(map, region, picture) };
    });
  },
});

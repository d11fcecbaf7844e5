import { defineModel } from '../../define-model.ts';
import { colorRule } from './colors/color-names.ts';
import { keepAbove } from './parameters.ts';
import { drawMask, uniformity } from './regions/mask.ts';
import { findRegions, regionRule } from './regions/find-regions.ts';
import { makeWorkingCopy, shrinkRule } from './regions/working-copy.ts';

const mostMasks = 10;
const smallestShare = 0.005;
const mostMaskPixels = 48_000_000;

/** Cuts a picture into regions of one color. */
export const colorRegions = defineModel({
  id: 'sandbox/color-regions',
  task: 'image-segmentation',
  card: `# Color regions

Cuts a picture into connected regions of one named color. Each answer is a region: its label is the color, its mask has
the picture's size with white inside and black outside, and its score says how uniform the region is: the share of its
pixels whose red, green and blue each lie within 32 of the region's mean. The largest regions come first: at most ${mostMasks}, none
below ${100 * smallestShare} % of the picture, and of very large pictures only as many as ${mostMaskPixels / 1e6} million mask pixels allow (at least one).
With \`threshold\` (0 unless given) regions of a lower score are left out.

${regionRule}

${shrinkRule}

${colorRule}
## Limits

A thing of two colors makes two regions, and two things of one color that touch make one. In photos, shade cuts things
apart.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer(picture, parameters, signal) {
    const map = findRegions(makeWorkingCopy(picture));
    const fitting = Math.floor(mostMaskPixels / (picture.width * picture.height));
    const scored = map.regions
      .filter(({ area }) => area >= smallestShare * map.width * map.height)
      .slice(0, Math.max(1, Math.min(mostMasks, fitting)))
      .map((region) => ({ region, score: uniformity(map, region) }));
    return keepAbove(scored, parameters, 0).map(({ region, score }) => {
      signal.throwIfAborted();
      return { label: region.color, score, mask: drawMask(map, region, picture) };
    });
  },
});

import { defineModel } from '../../define-model.ts';
import { colourRule } from './colours/colour-names.ts';
import { keepAbove } from './parameters.ts';
import { drawMask, uniformity } from './regions/mask.ts';
import { findRegions, regionRule } from './regions/find-regions.ts';
import { makeWorkingCopy, shrinkRule } from './regions/working-copy.ts';

const mostMasks = 10;
const smallestShare = 0.005;
const mostMaskPixels = 48_000_000;

/** Cuts a picture into regions of one colour. */
export const colourRegions = defineModel({
  id: 'sandbox/colour-regions',
  task: 'image-segmentation',
  card: `# Colour regions

Cuts a picture into connected regions of one named colour. Each answer is a region: its label is the colour, its mask has
the picture's size with white inside and black outside, and its score says how uniform the region is: the share of its
pixels whose red, green and blue each lie within 32 of the region's mean. The largest regions come first: at most ${mostMasks}, none
below ${100 * smallestShare} % of the picture, and of very large pictures only as many as ${mostMaskPixels / 1e6} million mask pixels allow (at least one).
With \`threshold\` (0 unless given) regions of a lower score are left out.

${regionRule}

${shrinkRule}

${colourRule}
## Limits

A thing of two colours makes two regions, and two things of one colour that touch make one. In photos, shade cuts things
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
      return { label: region.colour, score, mask: drawMask(map, region, picture) };
    });
  },
});

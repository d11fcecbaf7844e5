import { defineModel } from '../../define-model.ts';
import { colorShares } from './colors/color-map.ts';
import { colorRule } from './colors/color-names.ts';
import { keepTop } from './parameters.ts';
import { makeWorkingCopy, shrinkRule } from './regions/working-copy.ts';

/** Says which colors a picture is made of. */
export const namedColors = defineModel({
  id: 'sandbox/named-colors',
  task: 'image-classification',
  card: `# Named colors

Counts the pixels of each of thirteen named colors. A label's score is that color's share of the pixels, so all scores
together make 1. The largest come first; \`top_k\` (5 unless given) says how many.

${shrinkRule}

${colorRule}
## Limits

It sees colors, not things: a photo of the sea is "blue" and so is a blue wall. Every pixel counts by itself, so shade
and light count as the colors they look like.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer(picture, parameters) {
    const labels = colorShares(makeWorkingCopy(picture)).map(({ color, share }) => ({
      label: color,
      score: share,
    }));
    return keepTop(labels, parameters, 5);
  },
});

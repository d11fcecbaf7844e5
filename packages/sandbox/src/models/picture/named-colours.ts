import { defineModel } from '../../define-model.ts';
import { colourShares } from './colours/colour-map.ts';
import { colourRule } from './colours/colour-names.ts';
import { keepTop } from './parameters.ts';
import { makeWorkingCopy, shrinkRule } from './regions/working-copy.ts';

/** Says which colours a picture is made of. */
export const namedColours = defineModel({
  id: 'sandbox/named-colours',
  task: 'image-classification',
  card: `# Named colours

Counts the pixels of each of thirteen named colours. A label's score is that colour's share of the pixels, so all scores
together make 1. The largest come first; \`top_k\` (5 unless given) says how many.

${shrinkRule}

${colourRule}
## Limits

It sees colours, not things: a photo of the sea is "blue" and so is a blue wall. Every pixel counts by itself, so shade
and light count as the colours they look like.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer(picture, parameters) {
    const labels = colourShares(makeWorkingCopy(picture)).map(({ colour, share }) => ({
      label: colour,
      score: share,
    }));
    return keepTop(labels, parameters, 5);
  },
});

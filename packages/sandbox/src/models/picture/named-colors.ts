import { defineModel } from '../../define-model.ts';
import { keepBest } from '../parameters.ts';
import { colorRules, colorShares } from './colors.ts';

export const namedColors = defineModel({
  id: 'sandbox/named-colors',
  task: 'image-classification',
  card: `# Named colors

Classifies a picture by its colors: the score of a color is its share of the pixels.

${colorRules} \`top_k\` (5 by default) limits the number of colors.

## Limits

It sees colors, not objects: a photo of the sea is "blue", and so is a blue wall.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer(picture, parameters) {
    const labels = colorShares(picture).map(({ color, share }) => ({ label: color, score: share }));
    return keepBest(labels, parameters, 5);
  },
});

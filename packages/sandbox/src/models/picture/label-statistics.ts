import { defineModel } from '../../define-model.ts';
import { brightnessOf, colorShares } from './colors.ts';
import { findObjects, objectRules } from './shapes.ts';
import { firstWords, matches, readFilter, wordRules } from './words.ts';

const sharpness = 8;

export const labelStatistics = defineModel({
  id: 'sandbox/label-statistics',
  task: 'zero-shot-image-classification',
  card: `# Label statistics

Scores candidate labels by the color, shape and brightness words in them.

A label's evidence is the average of these values:

- with a shape word: the best fit among the matching objects
- otherwise, for each color word: the square root of the color's share of the pixels
- *bright*, *dark*: the brightness of the picture, or 1 minus that

The scores are the softmax of ${sharpness} × evidence. ${wordRules}

${objectRules}

## Limits

It does not know what a cat looks like. Labels without a known word have an evidence of 0.
`,
  examples: [
    {
      example_title: 'Colored shapes',
      src: 'shapes.png',
      candidate_labels: 'a red circle, a pink star, a dark picture',
    },
    {
      example_title: 'Evening in the hills',
      src: 'hills.jpg',
      candidate_labels: 'orange and purple, green, a bright picture',
    },
  ],
  answer({ image, candidateLabels }) {
    const { objects } = findObjects(image);
    const shares = new Map(colorShares(image).map(({ color, share }) => [color, share]));
    const brightness = brightnessOf(image);
    const weights = candidateLabels.map((label) => {
      const words = firstWords(label);
      const filter = readFilter(words);
      const values = filter.shape
        ? [objects.find((object) => matches(object, filter))?.fit ?? 0]
        : filter.colors.map((color) => Math.sqrt(shares.get(color) ?? 0));
      if (words.includes('bright')) values.push(brightness);
      if (words.includes('dark')) values.push(1 - brightness);
      const evidence = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
      return Math.exp(sharpness * evidence);
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return candidateLabels
      .map((label, index) => ({ label, score: (weights[index] ?? 0) / total }))
      .sort((left, right) => right.score - left.score);
  },
});

import { defineModel } from '../../define-model.ts';
import { softmax } from '../parameters.ts';
import { measureColorShares } from './colors.ts';
import { findObjects } from './shapes.ts';
import { matches, readFilter } from './words.ts';

const sharpness = 8;

export const labelStatistics = defineModel({
  id: 'sandbox/label-statistics',
  task: 'zero-shot-image-classification',
  card: `
Scores candidate labels by the color and shape words in them.

The evidence for a label with a shape is the best fit among the matching objects of sandbox/shape-detector; for other labels
it is the mean over the colors of the square root of their share of the pixels. The scores are the softmax of ${sharpness} × evidence. It does
not know what a cat looks like.
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
    const shares = new Map(measureColorShares(image).map(({ color, share }) => [color, share]));
    const evidence = candidateLabels.map((label) => {
      const filter = readFilter(label);
      if (filter.shape) return objects.find((object) => matches(object, filter))?.fit ?? 0;
      const roots = filter.colors.map((color) => Math.sqrt(shares.get(color) ?? 0));
      return roots.reduce((sum, root) => sum + root, 0) / Math.max(1, roots.length);
    });
    const scores = softmax(evidence.map((value) => sharpness * value));
    return candidateLabels.map((label, index) => ({ label, score: scores[index] ?? 0 }));
  },
});

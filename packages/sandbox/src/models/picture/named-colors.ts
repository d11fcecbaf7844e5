import { defineModel } from '../../define-model.ts';
import { measureColorShares } from './colors.ts';

const maxLabels = 5;

export const namedColors = defineModel({
  id: 'sandbox/named-colors',
  task: 'image-classification',
  card: `
Classifies a picture by its colors: the score of a color is its share of the pixels.

It has thirteen color names and lists the ${maxLabels} most frequent ones. A photo of the sea is "blue", and so is a blue wall.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer: (picture) =>
    measureColorShares(picture)
      .slice(0, maxLabels)
      .map(({ color, share }) => ({ label: color, score: share })),
});

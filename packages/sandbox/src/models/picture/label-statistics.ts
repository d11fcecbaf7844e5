import { defineModel, type Label } from '../../define-model.ts';
import { colorRule } from './colors/color-names.ts';
import { gatherEvidence, weighLabel } from './label-evidence.ts';
import { statisticsRule } from './picture-statistics.ts';
import { filterRule } from './questions/object-filter.ts';
import { regionRule } from './regions/find-regions.ts';
import { shrinkRule } from './regions/working-copy.ts';
import { objectRule } from './shapes/find-objects.ts';
import { shapeRule } from './shapes/fit-shape.ts';
import { objectWordRule } from './words/word-rules.ts';

const sharpness = 8;

/** Weighs candidate labels by the color, shape and light words that they hold. */
export const labelStatistics = defineModel({
  id: 'sandbox/label-statistics',
  task: 'zero-shot-image-classification',
  card: `# Label statistics

Looks for words that it can measure in each candidate label and averages what they give:

- A label with a shape word: the best fit among the objects that it means, 0 if there is none. Color and place words
  belong to that object then.
- Otherwise each color word: the square root of that color's share of the pixels.
- \`bright\`, \`dark\`, \`contrasty\`, \`colorful\`, \`detailed\`: that measure of the whole picture; \`plain\`: 1 less detailed.
- \`landscape\` or \`wide\`, \`portrait\` or \`tall\`: 1 if the picture has that format, otherwise 0.

A label without any such word gets 0. The scores are the softmax of ${sharpness} times these averages, best first, so they make 1
together and a label that nothing is known of still gets a little.

${filterRule}

${statisticsRule}

${objectRule}

${regionRule}

${shapeRule}

${shrinkRule}

${objectWordRule}

${colorRule}
## Limits

It does not know what a cat looks like. Labels of other words all come out alike.
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
  answer({ image, candidateLabels }): Label[] {
    const evidence = gatherEvidence(image);
    const weights = candidateLabels.map((label) => Math.exp(sharpness * weighLabel(label, evidence)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return candidateLabels
      .map((label, index) => ({ label, score: (weights[index] ?? 0) / total }))
      .sort((a, b) => b.score - a.score);
  },
});

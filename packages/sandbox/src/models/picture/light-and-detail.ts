import { defineModel } from '../../define-model.ts';
import { keepTop } from './parameters.ts';
import { measurePicture, statisticsRule } from './picture-statistics.ts';
import { shrinkRule } from './regions/working-copy.ts';

/** Says how bright, contrasty, colorful and detailed a picture is. */
export const lightAndDetail = defineModel({
  id: 'sandbox/light-and-detail',
  task: 'image-classification',
  card: `# Light and detail

Gives five measures of the whole picture as labels, the largest score first. The labels do not exclude one another, so
the scores do not make 1 together. \`top_k\` (5 unless given) says how many.

${statisticsRule}

${shrinkRule}

## Limits

It measures; it does not know whether a dark picture is a night or a coal cellar.
`,
  examples: [
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
    { example_title: 'A meadow with a house', src: 'meadow.png' },
  ],
  answer(picture, parameters) {
    const labels = Object.entries(measurePicture(picture)).map(([label, score]) => ({
      label,
      score: Number(score),
    }));
    return keepTop(
      labels.sort((a, b) => b.score - a.score),
      parameters,
      5,
    );
  },
});

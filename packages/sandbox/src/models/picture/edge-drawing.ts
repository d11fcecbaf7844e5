import { defineModel } from '../../define-model.ts';
import { edges } from './edits/edges.ts';
import { readTargetSize, targetSizeRule, toTargetSize } from './target-size.ts';

/** Draws the edges of a picture. */
export const edgeDrawing = defineModel({
  id: 'sandbox/edge-drawing',
  task: 'image-to-image',
  card: `# Edge drawing

Turns a picture into a drawing of its edges, dark on white. For each pixel the two Sobel sums are taken over the lightness
(0.299 red + 0.587 green + 0.114 blue) of its eight neighbors:

    -1 0 1      -1 -2 -1
    -2 0 2       0  0  0
    -1 0 1       1  2  1

The pixel becomes 255 less the length of these two (the square root of the sum of their squares), at least 0. At the
picture's edge the outermost pixels are repeated, and transparent pixels lie over white.

${targetSizeRule}

## Limits

Edges between colors of the same lightness are not seen, and noise in photos is drawn as specks.
`,
  examples: [
    { example_title: 'A meadow with a house', src: 'meadow.png' },
    { example_title: 'Evening in the hills', src: 'hills.jpg' },
  ],
  answer: (picture, parameters) => {
    const size = readTargetSize(parameters);
    return toTargetSize(edges(picture), size);
  },
});

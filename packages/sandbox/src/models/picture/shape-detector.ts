import { defineModel } from '../../define-model.ts';
import { keepAbove } from '../parameters.ts';
import { findObjects } from './shapes.ts';

export const shapeDetector = defineModel({
  id: 'sandbox/shape-detector',
  task: 'object-detection',
  card: `
Detects colored shapes in front of a background, such as "red circle", the best fit first.

Regions of one color that do not touch most of the border are compared with a rectangle, ellipse, triangle, diamond and star in
their box. The score is the intersection over union; \`threshold\` (0.5 by default) is its minimum, and below 0.75 the
name is "shape". Overlapped and tilted shapes fit poorly, and it does not detect cats or cars.
`,
  examples: [
    { example_title: 'Colored shapes', src: 'shapes.png' },
    { example_title: 'A meadow with a house', src: 'meadow.png' },
  ],
  answer(picture, parameters) {
    const found = findObjects(picture).objects.map(({ color, shape, fit, box }) => ({
      label: `${color} ${shape}`,
      score: fit,
      box,
    }));
    return keepAbove(found, parameters, 0.5);
  },
});

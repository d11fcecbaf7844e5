import { defineModel } from '../../define-model.ts';
import { keepAbove } from '../parameters.ts';
import { findObjects, objectRules } from './shapes.ts';

export const shapeDetector = defineModel({
  id: 'sandbox/shape-detector',
  task: 'object-detection',
  card: `# Shape detector

Detects colored shapes in front of a background, such as "red circle", the best fit first.

${objectRules} \`threshold\` (0.5 by default) excludes objects with a lower fit.

## Limits

Shapes that touch and share a color are one region; overlapped or tilted shapes fit poorly. It does not detect cats or cars.
`,
  examples: [
    { example_title: 'Colored shapes', src: 'shapes.png' },
    { example_title: 'A meadow with a house', src: 'meadow.png' },
  ],
  answer(picture, parameters) {
    const { objects } = findObjects(picture);
    const found = objects.map(({ color, shape, fit, box }) => ({
      label: `${color} ${shape}`,
      score: fit,
      box,
    }));
    return keepAbove(found, parameters, 0.5);
  },
});

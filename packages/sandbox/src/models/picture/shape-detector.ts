import { defineModel } from '../../define-model.ts';
import { colorRule } from './colors/color-names.ts';
import { keepAbove } from './parameters.ts';
import { regionRule } from './regions/find-regions.ts';
import { shrinkRule } from './regions/working-copy.ts';
import { findObjects, objectRule } from './shapes/find-objects.ts';
import { shapeRule } from './shapes/fit-shape.ts';

/** Finds colored shapes and their boxes. */
export const shapeDetector = defineModel({
  id: 'sandbox/shape-detector',
  task: 'object-detection',
  card: `# Shape detector

Finds regions of one color that stand out against the background and answers a label such as "red circle" or "blue
rectangle", the box (xmax and ymax lie just outside) and how well the shape fits. The best fits come first; those below
\`threshold\` (0.5 unless given) are left out.

${objectRule}

${regionRule}

${shapeRule}

${shrinkRule}

${colorRule}
## Limits

Shapes that touch and share a color are one region; a shape that is partly covered fits badly; tilted rectangles and
stars are not recognized. It finds colored shapes, not cats and cars.
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

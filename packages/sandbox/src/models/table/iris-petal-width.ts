import { defineModel } from '../../define-model.ts';
import { irisColumns, irisFlowers } from './iris-flowers.ts';
import { nearest } from './nearest.ts';
import { numericRowRules, numericRows } from './numeric-rows.ts';

const neighbors = 5;
const known = irisColumns.slice(0, 3);

const card = `
Estimates how wide an iris' petals are from three other lengths, as the average of its five nearest neighbors.

## Input

Columns, all in centimetres: ${known.map((column) => `\`${column}\``).join(', ')}. Other columns are ignored, also
\`petal_width\`. A missing column is an input error. ${numericRowRules}

## Output

The petal width in centimetres, one number a row: the plain average of the petal widths of those five of Fisher's
150 flowers (1936) that are nearest by Euclidean distance in the three columns; of flowers equally far, those earlier
in the table.

## Limits

The average never leaves the range of the table, 0.1 to 2.5 cm, whatever the input.
`;

/** Petal width of an iris by its five nearest neighbors. */
export const irisPetalWidth = defineModel({
  id: 'sandbox/iris-petal-width',
  task: 'tabular-regression',
  card,
  examples: [
    {
      example_title: 'Three irises',
      structured_data: {
        sepal_length: ['5.0', '6.0', '6.8'],
        sepal_width: ['3.4', '2.8', '3.1'],
        petal_length: ['1.5', '4.2', '5.8'],
      },
    },
  ],
  answer: (table) =>
    numericRows(table, known).map((point) => {
      const flowers = nearest(point, irisFlowers, neighbors, (flower) => flower.measurements);
      const millimetres = flowers.reduce(
        (sum, flower) => sum + Math.round((flower.measurements[3] ?? 0) * 10),
        0,
      );
      return millimetres / (10 * flowers.length);
    }),
});

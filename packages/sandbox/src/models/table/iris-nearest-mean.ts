import { defineModel } from '../../define-model.ts';
import { irisColumns, irisFlowers, irisSpecies } from './iris-flowers.ts';
import { nearest } from './nearest.ts';
import { numericRowRules, numericRows } from './numeric-rows.ts';

interface SpeciesMean {
  species: number;
  mean: readonly number[];
}

const means: readonly SpeciesMean[] = irisSpecies.map((_, species) => {
  const flowers = irisFlowers.filter((flower) => flower.species === species);
  const mean = irisColumns.map((__, column) => {
    const sum = flowers.reduce((total, flower) => total + (flower.measurements[column] ?? 0), 0);
    return sum / flowers.length;
  });
  return { species, mean };
});

const meansTable = means
  .map(({ species, mean }) => {
    const cells = mean.map((length) => length.toFixed(3)).join(' | ');
    return `| ${species} | *Iris ${irisSpecies[species] ?? ''}* | ${cells} |`;
  })
  .join('\n');

const card = `
Tells the species of an iris by which species' average flower is nearest.

## Input

Columns, all in centimetres: ${irisColumns.map((column) => `\`${column}\``).join(', ')}. Other columns are ignored.
A missing column is an input error. ${numericRowRules}

## How it works

These are the averages of the 50 flowers of each species that R. A. Fisher published in 1936. A row gets the class
number of the average at the smallest Euclidean distance; of two equally far, the smaller number.

| class | species | ${irisColumns.join(' | ')} |
|---|---|${irisColumns.map(() => '---|').join('')}
${meansTable}

## Limits

It takes no account of how widely a species varies, so it is wrong more often than a vote of neighbors on the
border between *versicolor* and *virginica*.
`;

/** Iris species by the nearest average flower. */
export const irisNearestMean = defineModel({
  id: 'sandbox/iris-nearest-mean',
  task: 'tabular-classification',
  card,
  examples: [
    {
      example_title: 'Two irises',
      structured_data: {
        sepal_length: ['5.1', '6.5'],
        sepal_width: ['3.5', '3.0'],
        petal_length: ['1.4', '5.5'],
        petal_width: ['0.2', '2.0'],
      },
    },
  ],
  answer: (table) =>
    numericRows(table, irisColumns).map(
      (point) => nearest(point, means, 1, ({ mean }) => mean)[0]?.species ?? 0,
    ),
});

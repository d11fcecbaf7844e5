import { defineModel } from '../../define-model.ts';
import { irisColumns, irisFlowers, irisSpecies } from './iris-flowers.ts';
import { nearest } from './nearest.ts';
import { numericRowRules, numericRows } from './numeric-rows.ts';

const neighbors = 5;

const card = `
Tells the species of an iris from four lengths, by looking at the five most similar flowers among the 150 that
R. A. Fisher published in 1936.

## Input

Columns, all in centimetres: ${irisColumns.map((column) => `\`${column}\``).join(', ')}. Other columns are ignored.
A missing column is an input error. ${numericRowRules}

## Output

One class number a row: ${irisSpecies.map((name, index) => `${index} is *Iris ${name}*`).join(', ')}.

## How it works

The distance of two flowers is the Euclidean distance of their four lengths, none of them weighted. The five
nearest of the 150 flowers vote (of flowers equally far, those earlier in the table). The species with the most
votes wins; if two have as many, the one that owns the nearest flower does.

## Limits

It knows three species and answers one of them for any four numbers, plausible or not.
`;

function vote(species: readonly number[]): number {
  const votes = irisSpecies.map((_, index) => species.filter((one) => one === index).length);
  const most = Math.max(...votes);
  return species.find((one) => votes[one] === most) ?? 0;
}

/** Iris species by the five nearest of Fisher's flowers. */
export const irisNearestNeighbors = defineModel({
  id: 'sandbox/iris-nearest-neighbors',
  task: 'tabular-classification',
  card,
  examples: [
    {
      example_title: 'One iris of each species',
      structured_data: {
        sepal_length: ['5.0', '6.0', '6.8'],
        sepal_width: ['3.4', '2.8', '3.1'],
        petal_length: ['1.5', '4.2', '5.8'],
        petal_width: ['0.2', '1.3', '2.2'],
      },
    },
  ],
  answer: (table) =>
    numericRows(table, irisColumns).map((point) =>
      vote(
        nearest(point, irisFlowers, neighbors, (flower) => flower.measurements).map(
          (flower) => flower.species,
        ),
      ),
    ),
});

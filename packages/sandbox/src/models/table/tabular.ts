import { defineModel, ModelInputError, type Table } from '../../define-model.ts';

/**
 * The rows of a table as numbers, in the order of `columns`.
 * @throws {ModelInputError} when a column is missing or a cell is not a number
 */
function readNumbers(table: Table, columns: readonly string[]): number[][] {
  const missing = columns.filter((column) => !Object.hasOwn(table, column));
  if (missing.length > 0) throw new ModelInputError(`Missing columns: ${missing.join(', ')}.`);
  const rows = table[columns[0] ?? '']?.keys() ?? [];
  return Array.from(rows, (row) =>
    columns.map((column) => {
      const cell = table[column]?.[row] ?? '';
      if (/^\s*-?\d{1,9}(?:\.\d+)?\s*$/.test(cell)) return Number(cell);
      throw new ModelInputError(
        `Column '${column}', row ${row + 1}: '${cell.slice(0, 40)}' is not a number.`,
      );
    }),
  );
}

const irisColumns = ['sepal_length', 'sepal_width', 'petal_length', 'petal_width'];

/**
 * The first 15 flowers of each species in R. A. Fisher, "The use of multiple measurements in taxonomic problems" (1936),
 * with lengths in millimeters.
 */
const flowersBySpecies = [
  `51,35,14,2 49,30,14,2 47,32,13,2 46,31,15,2 50,36,14,2 54,39,17,4 46,34,14,3 50,34,15,2 44,29,14,2 49,31,15,1
   54,37,15,2 48,34,16,2 48,30,14,1 43,30,11,1 58,40,12,2`,
  `70,32,47,14 64,32,45,15 69,31,49,15 55,23,40,13 65,28,46,15 57,28,45,13 63,33,47,16 49,24,33,10 66,29,46,13
   52,27,39,14 50,20,35,10 59,30,42,15 60,22,40,10 61,29,47,14 56,29,36,13`,
  `63,33,60,25 58,27,51,19 71,30,59,21 63,29,56,18 65,30,58,22 76,30,66,21 49,25,45,17 73,29,63,18 67,25,58,18
   72,36,61,25 65,32,51,20 64,27,53,19 68,30,55,21 57,25,50,20 58,28,51,24`,
];

const irises = flowersBySpecies.flatMap((flowers, species) =>
  flowers
    .split(/\s+/)
    .map((flower) => ({ species, lengths: flower.split(',').map((length) => Number(length) / 10) })),
);

const neighbors = 5;

/** The most frequent species among the nearest flowers. */
function classify(lengths: readonly number[]): number {
  const distanceTo = (other: readonly number[]) =>
    Math.hypot(...other.map((length, index) => length - (lengths[index] ?? 0)));
  const votes = [0, 0, 0];
  const byDistance = irises.toSorted((left, right) => distanceTo(left.lengths) - distanceTo(right.lengths));
  for (const { species } of byDistance.slice(0, neighbors)) votes[species]! += 1;
  return votes.indexOf(Math.max(...votes));
}

export const irisNearestNeighbors = defineModel({
  id: 'sandbox/iris-nearest-neighbors',
  task: 'tabular-classification',
  card: `
Classifies irises by their five nearest neighbors among 45 flowers of R. A. Fisher's data set (1936).

The input has the columns ${irisColumns.map((column) => `\`${column}\``).join(', ')}, in centimeters. The output is a class per
row: 0 is *Iris setosa*, 1 *Iris versicolor*, 2 *Iris virginica*. It answers with one of three species for any four numbers.
`,
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
  answer: (table) => readNumbers(table, irisColumns).map(classify),
});

/** The least-squares line through the 50 trials of M. Ezekiel, "Methods of Correlation Analysis" (1930). */
const intercept = -17.579095;
const slope = 3.932409;

export const stoppingDistanceLine = defineModel({
  id: 'sandbox/stopping-distance-line',
  task: 'tabular-regression',
  card: `
Predicts the stopping distance of a 1920s car in feet from its speed.

The input has one column, \`speed\`, in miles per hour. The output is **${intercept} + ${slope} × speed** per row, the least-squares
line through 50 trials from M. Ezekiel's "Methods of Correlation Analysis" (1930) at 4 to 25 miles per hour. Below 4.5 the distance is
negative, above 25 it is far too short.
`,
  examples: [
    { example_title: 'Three speeds', structured_data: { speed: ['10', '15', '20'] } },
    { example_title: 'The average speed of the trials', structured_data: { speed: ['15.4'] } },
  ],
  answer: (table) => readNumbers(table, ['speed']).map(([speed = 0]) => intercept + slope * speed),
});

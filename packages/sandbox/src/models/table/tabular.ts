import { defineModel, ModelInputError, type Table } from '../../define-model.ts';

const maxRows = 10_000;
const maxNumber = 1_000_000;

const inputRules = `Other columns are ignored. Numbers are decimal, at most ${maxNumber.toLocaleString('en')}, in at most ${maxRows.toLocaleString('en')} rows.`;

/**
 * The rows of a table as numbers, in the order of `columns`.
 * @throws {ModelInputError} when a column is missing or shorter, a cell is not a number or there are too many rows
 */
function numericRows(table: Table, columns: readonly string[]): number[][] {
  const missing = columns.filter((column) => !Object.hasOwn(table, column));
  if (missing.length > 0) throw new ModelInputError(`Missing columns: ${missing.join(', ')}.`);
  const length = table[columns[0] ?? '']?.length ?? 0;
  if (length > maxRows) {
    throw new ModelInputError(`The table may have at most ${maxRows.toLocaleString('en')} rows.`);
  }
  return Array.from({ length }, (_, row) =>
    columns.map((column) => {
      const cell = String(table[column]?.[row] ?? '').trim();
      const isDecimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(cell.slice(0, 100));
      if (isDecimal && Math.abs(Number(cell)) <= maxNumber) return Number(cell);
      throw new ModelInputError(
        `Column '${column}', row ${row + 1}: '${cell.slice(0, 40)}' is not a number, or too large.`,
      );
    }),
  );
}

const irisColumns = ['sepal_length', 'sepal_width', 'petal_length', 'petal_width'];

/** One string per species; each flower has its four lengths in millimeters. */
const millimeters = [
  `
  51,35,14,2 49,30,14,2 47,32,13,2 46,31,15,2 50,36,14,2 54,39,17,4 46,34,14,3 50,34,15,2
  44,29,14,2 49,31,15,1 54,37,15,2 48,34,16,2 48,30,14,1 43,30,11,1 58,40,12,2 57,44,15,4
  54,39,13,4 51,35,14,3 57,38,17,3 51,38,15,3 54,34,17,2 51,37,15,4 46,36,10,2 51,33,17,5
  48,34,19,2 50,30,16,2 50,34,16,4 52,35,15,2 52,34,14,2 47,32,16,2 48,31,16,2 54,34,15,4
  52,41,15,1 55,42,14,2 49,31,15,2 50,32,12,2 55,35,13,2 49,36,14,1 44,30,13,2 51,34,15,2
  50,35,13,3 45,23,13,3 44,32,13,2 50,35,16,6 51,38,19,4 48,30,14,3 51,38,16,2 46,32,14,2
  53,37,15,2 50,33,14,2
  `,
  `
  70,32,47,14 64,32,45,15 69,31,49,15 55,23,40,13 65,28,46,15 57,28,45,13 63,33,47,16 49,24,33,10
  66,29,46,13 52,27,39,14 50,20,35,10 59,30,42,15 60,22,40,10 61,29,47,14 56,29,36,13 67,31,44,14
  56,30,45,15 58,27,41,10 62,22,45,15 56,25,39,11 59,32,48,18 61,28,40,13 63,25,49,15 61,28,47,12
  64,29,43,13 66,30,44,14 68,28,48,14 67,30,50,17 60,29,45,15 57,26,35,10 55,24,38,11 55,24,37,10
  58,27,39,12 60,27,51,16 54,30,45,15 60,34,45,16 67,31,47,15 63,23,44,13 56,30,41,13 55,25,40,13
  55,26,44,12 61,30,46,14 58,26,40,12 50,23,33,10 56,27,42,13 57,30,42,12 57,29,42,13 62,29,43,13
  51,25,30,11 57,28,41,13
  `,
  `
  63,33,60,25 58,27,51,19 71,30,59,21 63,29,56,18 65,30,58,22 76,30,66,21 49,25,45,17 73,29,63,18
  67,25,58,18 72,36,61,25 65,32,51,20 64,27,53,19 68,30,55,21 57,25,50,20 58,28,51,24 64,32,53,23
  65,30,55,18 77,38,67,22 77,26,69,23 60,22,50,15 69,32,57,23 56,28,49,20 77,28,67,20 63,27,49,18
  67,33,57,21 72,32,60,18 62,28,48,18 61,30,49,18 64,28,56,21 72,30,58,16 74,28,61,19 79,38,64,20
  64,28,56,22 63,28,51,15 61,26,56,14 77,30,61,23 63,34,56,24 64,31,55,18 60,30,48,18 69,31,54,21
  67,31,56,24 69,31,51,23 58,27,51,19 68,32,59,23 67,33,57,25 67,30,52,23 63,25,50,19 65,30,52,20
  62,34,54,23 59,30,51,18
  `,
];

/**
 * The 150 irises of R. A. Fisher, "The use of multiple measurements in taxonomic problems" (1936), lengths in centimeters.
 * Rows 35 and 38 are as printed there, not as in the common copy.
 */
export const irises = millimeters.flatMap((flowers, species) =>
  flowers
    .trim()
    .split(/\s+/)
    .map((flower) => ({ species, lengths: flower.split(',').map((length) => Number(length) / 10) })),
);

const neighbors = 5;

function classify(lengths: readonly number[]): number {
  const distances = irises.map((iris) => {
    const squares = iris.lengths.map((length, index) => (length - (lengths[index] ?? 0)) ** 2);
    // Rounded, so that equal distances compare equal.
    return {
      species: iris.species,
      distance: Number(squares.reduce((sum, square) => sum + square, 0).toFixed(9)),
    };
  });
  const nearest = distances.sort((left, right) => left.distance - right.distance).slice(0, neighbors);
  const votes = (wanted: number) => nearest.filter(({ species }) => species === wanted).length;
  return nearest.reduce(
    (best, { species }) => (votes(species) > votes(best) ? species : best),
    nearest[0]?.species ?? 0,
  );
}

export const irisNearestNeighbors = defineModel({
  id: 'sandbox/iris-nearest-neighbors',
  task: 'tabular-classification',
  card: `
Classifies irises by their five nearest neighbors in R. A. Fisher's data set of 150 flowers (1936).

The input has the columns ${irisColumns.map((column) => `\`${column}\``).join(', ')}, in centimeters. ${inputRules}

The output is a class per row: 0 is *Iris setosa*, 1 *Iris versicolor*, 2 *Iris virginica*. The neighbors are the nearest by
Euclidean distance; if classes have the same number of votes, the one with the nearest flower wins.

## Limits

It answers with one of three species for any four numbers.
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
  answer: (table) => numericRows(table, irisColumns).map(classify),
});

/** Speed in miles per hour and stopping distance in feet, from M. Ezekiel, "Methods of Correlation Analysis" (1930). */
const trials = `
  4,2 4,10 7,4 7,22 8,16 9,10 10,18 10,26 10,34 11,17 11,28 12,14 12,20 12,24 12,28 13,26 13,34 13,34 13,46 14,26
  14,36 14,60 14,80 15,20 15,26 15,54 16,32 16,40 17,32 17,40 17,50 18,42 18,56 18,76 18,84 19,36 19,46 19,68 20,32
  20,48 20,52 20,56 20,64 22,66 23,54 24,70 24,92 24,93 24,120 25,85`
  .trim()
  .split(/\s+/)
  .map((trial) => trial.split(',').map(Number) as [speed: number, distance: number]);

const meanSpeed = trials.reduce((sum, [speed]) => sum + speed, 0) / trials.length;
const meanDistance = trials.reduce((sum, [, distance]) => sum + distance, 0) / trials.length;
const slope =
  trials.reduce((sum, [speed, distance]) => sum + (speed - meanSpeed) * (distance - meanDistance), 0) /
  trials.reduce((sum, [speed]) => sum + (speed - meanSpeed) ** 2, 0);
const intercept = meanDistance - slope * meanSpeed;

export const stoppingDistanceLine = defineModel({
  id: 'sandbox/stopping-distance-line',
  task: 'tabular-regression',
  card: `
Predicts the stopping distance of a 1920s car in feet from its speed.

The input has one column, \`speed\`, in miles per hour. ${inputRules} The output is
**${intercept.toFixed(4)} + ${slope.toFixed(4)} × speed** per row, the least-squares line through 50 trials from M. Ezekiel's "Methods of
Correlation Analysis" (1930).

## Limits

The trials were at 4 to 25 miles per hour. Below 4.5 the distance is negative, above 25 it is far too short.
`,
  examples: [
    { example_title: 'Three speeds', structured_data: { speed: ['10', '15', '20'] } },
    { example_title: 'The average speed of the trials', structured_data: { speed: ['15.4'] } },
  ],
  answer: (table) => numericRows(table, ['speed']).map(([speed = 0]) => intercept + slope * speed),
});

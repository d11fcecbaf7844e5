import { defineModel, ModelInputError, type Table, type TaskOutputs } from '../define-model.ts';
import { findStems, getWords, stemWord } from './text/words.ts';

type Answer = TaskOutputs['table-question-answering'];

interface Column {
  name: string;
  index: number;
  cells: string[];
}

/** The number in a cell such as "36,542", "$5.20" or "12%". */
function parseNumber(cell = ''): number | undefined {
  const digits = cell.replaceAll(/[\s,$€£%]/g, '');
  return digits === '' || Number.isNaN(Number(digits)) ? undefined : Number(digits);
}

function isNumeric({ cells }: Column): boolean {
  return cells.filter((cell) => parseNumber(cell) !== undefined).length * 2 > cells.length;
}

/** The columns with at least half of the name's word stems in the question, the greatest share first. */
function findMentionedColumns(columns: readonly Column[], question: string): Column[] {
  const questionStems = new Set(getWords(question).map(stemWord));
  return columns
    .map((column) => {
      const stems = findStems(column.name);
      return {
        column,
        share: stems.filter((stem) => questionStems.has(stem)).length / Math.max(1, stems.length),
      };
    })
    .filter(({ share }) => share >= 0.5)
    .sort((left, right) => right.share - left.share)
    .map(({ column }) => column);
}

/** The rows with the most cells in the question, and the columns of these cells. */
function findMentionedRows(columns: readonly Column[], question: string) {
  const questionText = ` ${getWords(question).join(' ')} `;
  const columnsByRow = new Map<number, Column[]>();
  for (const column of columns) {
    for (const [row, cell] of column.cells.entries()) {
      const words = getWords(cell).join(' ');
      if (words !== '' && questionText.includes(` ${words} `))
        columnsByRow.set(row, [...(columnsByRow.get(row) ?? []), column]);
    }
  }
  const most = [...columnsByRow.values()].reduce((max, list) => Math.max(max, list.length), 0);
  const best = [...columnsByRow]
    .filter(([, list]) => list.length === most)
    .sort(([left], [right]) => left - right);
  return { rows: best.map(([row]) => row), columns: new Set(best.flatMap(([, list]) => list)) };
}

const operations: readonly [name: string, words: RegExp][] = [
  ['average', /\b(?:average|mean)\b/i],
  ['highest', /\b(?:highest|most|largest|biggest|greatest|maximum|longest|tallest|oldest|latest|best)\b/i],
  ['lowest', /\b(?:lowest|least|fewest|smallest|minimum|shortest|youngest|earliest|cheapest)\b/i],
  ['sum', /\b(?:sum|total|combined)\b/i],
  ['count', /\bhow (?:many|much)\b|\bnumber of\b/i],
];

const boundPattern = /\b(?:(more than|over|above)|less than|fewer than|under|below) ([\d,]+)/i;

function answerQuestion(question: string, table: Table): Answer {
  const columns = Object.entries(table).map(([name, cells], index): Column => ({ name, index, cells }));
  const [nameColumn] = columns;
  if (!nameColumn?.cells.length) throw new ModelInputError('The table has no cells.');
  const mentions = findMentionedRows(columns, question.replace(boundPattern, ' '));
  const otherColumns = columns.filter((column) => !mentions.columns.has(column));
  const targets = findMentionedColumns(otherColumns, question);
  const [valueColumn, textColumn] = [targets.find(isNumeric), targets.find((column) => !isNumeric(column))];
  const numbers = valueColumn ?? otherColumns.find(isNumeric);
  const [bound, above, limit] = boundPattern.exec(question) ?? [];
  const isInBound = (row: number) => {
    const difference = (parseNumber(numbers?.cells[row]) ?? NaN) - (parseNumber(limit) ?? NaN);
    return above === undefined ? difference < 0 : difference > 0;
  };
  const candidates = mentions.rows.length > 0 ? mentions.rows : [...nameColumn.cells.keys()];
  const rows = bound === undefined ? candidates : candidates.filter(isInBound);

  const lookUp = (targetColumns: readonly Column[], from: readonly number[] = rows): Answer => {
    const coordinates = from.flatMap((row) =>
      targetColumns.map(({ index }): [number, number] => [row, index]),
    );
    const cells = coordinates.map(([row, column]) => columns[column]?.cells[row] ?? '');
    return { answer: cells.join(', '), aggregator: 'NONE', cells, coordinates };
  };
  const findNumericRows = ({ name, cells }: Column): number[] => {
    const numericRows = rows.filter((row) => parseNumber(cells[row]) !== undefined);
    if (numericRows.length === 0) throw new ModelInputError(`Column '${name}' has no numbers in these rows.`);
    return numericRows;
  };
  const addUp = (column: Column, isAverage = false): Answer => {
    const numericRows = findNumericRows(column);
    const sum = numericRows.reduce((total, row) => total + (parseNumber(column.cells[row]) ?? 0), 0);
    const answer = String(Number((isAverage ? sum / numericRows.length : sum).toFixed(4)));
    return { ...lookUp([column], numericRows), aggregator: isAverage ? 'AVERAGE' : 'SUM', answer };
  };

  const operation = operations.find(([, words]) => words.test(question))?.[0];
  if (operation === 'count' && (bound || !valueColumn)) {
    return { ...lookUp([textColumn ?? nameColumn]), aggregator: 'COUNT', answer: String(rows.length) };
  }
  if (operation === 'count' && valueColumn)
    return rows.length === 1 ? lookUp([valueColumn]) : addUp(valueColumn);
  if (operation === undefined) {
    const target = textColumn ?? (bound ? nameColumn : valueColumn);
    if (target) return lookUp([target]);
    if (mentions.rows.length > 0)
      return lookUp(mentions.columns.has(nameColumn) ? otherColumns : [nameColumn]);
    throw new ModelInputError('The question mentions no column or cell of the table.');
  }
  if (!numbers) throw new ModelInputError('The table has no column of numbers for this question.');
  if (operation === 'sum' || operation === 'average') return addUp(numbers, operation === 'average');
  const getValue = (row: number) => parseNumber(numbers.cells[row]) ?? 0;
  const rowsByValue = findNumericRows(numbers).sort((left, right) => getValue(left) - getValue(right));
  const best = operation === 'lowest' ? rowsByValue.slice(0, 1) : rowsByValue.slice(-1);
  const asksForName = /^\s*(?:who|which)\b/i.test(question);
  return lookUp([textColumn ?? (asksForName ? nameColumn : numbers)], best);
}

const table = {
  Repository: ['Transformers', 'Datasets', 'Tokenizers'],
  Stars: ['36542', '4512', '3934'],
  Contributors: ['651', '77', '34'],
  'Programming language': ['Python', 'Python', 'Rust, Python and NodeJS'],
};

export const tableRules = defineModel({
  id: 'sandbox/table-rules',
  task: 'table-question-answering',
  card: `
Answers English questions about a table with rules: it looks up cells, counts, adds, averages and finds extremes.

The rows are those with cells named in the question, or within a bound such as *more than 100*; the column is the one named in
the question. Words such as *how many*, *total*, *average*, *most* and *fewest* choose the operation. It does one operation per question and
does not use synonyms.
`,
  examples: [
    { example_title: 'One cell', text: 'How many stars does the transformers repository have?', table },
    { example_title: 'A sum', text: 'What is the total number of stars?', table },
    { example_title: 'The highest', text: 'Which repository has the most contributors?', table },
    { example_title: 'With a bound', text: 'How many repositories have more than 4000 stars?', table },
  ],
  answer: ({ query, table: cells }) => answerQuestion(query, cells),
});

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

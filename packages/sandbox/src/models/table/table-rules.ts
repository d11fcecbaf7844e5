import { defineModel, ModelInputError, type Table, type TaskOutputs } from '../../define-model.ts';
import { findStems, getWords, stemWord } from '../text/words.ts';

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

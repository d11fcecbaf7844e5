import { defineModel, ModelInputError, type Table, type TaskAnswers } from '../../define-model.ts';
import { beginningOf, contentStems, plainWords, stemOf } from '../text/words.ts';

const maxCells = 100_000;
const maxCharacters = 1_000_000;
const maxQuestion = 1000;

interface Column {
  name: string;
  index: number;
  cells: string[];
}

type Coordinate = [row: number, column: number];
type Answer = TaskAnswers['table-question-answering'];

function columnsOf(table: Table): Column[] {
  const columns = Object.entries(table).map(([name, cells], index) => ({
    name,
    index,
    cells: cells.map(String),
  }));
  const cells = columns.reduce((sum, column) => sum + column.cells.length, 0);
  const characters = columns.reduce((sum, column) => sum + column.cells.join('').length, 0);
  if (!columns[0]?.cells.length) throw new ModelInputError('The table has no cells.');
  if (cells > maxCells || characters > maxCharacters) {
    throw new ModelInputError(
      `The table may have at most ${maxCells.toLocaleString('en')} cells and ${maxCharacters.toLocaleString('en')} characters.`,
    );
  }
  return columns;
}

/** The number in a cell such as "36,542", "$5.20", "12%" or "40 km". */
function numberIn(cell: string): number | undefined {
  const pattern = /^[$€£¥]?\s?([-−]?)[$€£¥]?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s?(?:%|\p{L}{1,3}[²³]?)?$/u;
  const [, sign, digits, fraction = ''] = pattern.exec(cell.trim().slice(0, 40)) ?? [];
  return digits === undefined
    ? undefined
    : Number(`${sign ? '-' : ''}${digits.replaceAll(',', '')}${fraction}`);
}

/** Whether at least half of the cells with content are numbers. */
function isNumeric({ cells }: Column): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const numbers = filled.filter((cell) => numberIn(cell) !== undefined);
  return numbers.length > 0 && numbers.length * 2 >= filled.length;
}

function numbersOf({ cells }: Column, rows: readonly number[]): { row: number; value: number }[] {
  return rows.flatMap((row) => {
    const value = numberIn(cells[row] ?? '');
    return value === undefined ? [] : [{ row, value }];
  });
}

/** The columns with at least half of the name's word stems in the question, the greatest share first. */
function mentionedColumns(columns: readonly Column[], question: string): Column[] {
  const asked = new Set(plainWords(question).map(stemOf));
  return columns
    .map((column) => {
      const name = [...new Set(contentStems(column.name))];
      const found = name.filter((stem) => asked.has(stem)).length;
      return { column, found, share: name.length === 0 ? 0 : found / name.length };
    })
    .filter(({ share }) => share >= 0.5)
    .sort((left, right) => right.share - left.share || right.found - left.found)
    .map(({ column }) => column);
}

/** The rows with the most cells mentioned in the question, and the columns of these cells. */
function mentionedRows(
  columns: readonly Column[],
  question: string,
): { rows: number[]; columns: Set<number> } {
  const asked = ` ${plainWords(question).join(' ')} `;
  const byRow = new Map<number, number[]>();
  for (const { cells, index } of columns) {
    for (const [row, cell] of cells.entries()) {
      const words = cell.length > asked.length * 2 ? '' : plainWords(cell).join(' ');
      if (words !== '' && asked.includes(` ${words} `)) byRow.set(row, [...(byRow.get(row) ?? []), index]);
    }
  }
  const most = [...byRow.values()].reduce((max, found) => Math.max(max, found.length), 0);
  const best = [...byRow]
    .filter(([, found]) => found.length === most)
    .sort(([left], [right]) => left - right);
  return { rows: best.map(([row]) => row), columns: new Set(best.flatMap(([, found]) => found)) };
}

const operations = {
  average: ['average', 'mean'],
  highest:
    'highest most largest biggest greatest maximum max longest tallest oldest latest newest best'.split(' '),
  lowest: 'lowest least fewest smallest minimum min shortest youngest earliest slowest cheapest'.split(' '),
  sum: ['sum', 'total', 'altogether', 'in all', 'combined'],
  count: ['how many', 'how much', 'number of', 'count'],
} as const;

const boundPattern =
  /\b(?:(more than|greater than|over|above|at least)|less than|fewer than|under|below|at most)\s+[$€£¥]?(-?[\d,]{1,20}(?:\.\d{1,10})?)/i;

/** A predicate for a bound such as "more than 100"; undefined when the question has none. */
function boundIn(question: string): ((value: number) => boolean) | undefined {
  const [phrase = '', above, digits = ''] = boundPattern.exec(question) ?? [];
  const limit = Number(digits.replaceAll(',', ''));
  if (digits === '' || Number.isNaN(limit)) return undefined;
  const isInclusive = /^at /i.test(phrase);
  return (value) => (value === limit ? isInclusive : above === undefined ? value < limit : value > limit);
}

function answerQuestion(query: string, table: Table): Answer {
  const question = beginningOf(query, maxQuestion);
  const columns = columnsOf(table);
  const [nameColumn] = columns as [Column];
  const bound = boundIn(question);
  const withoutBound = question.replace(boundPattern, ' ');
  const named = mentionedRows(columns, withoutBound);
  const free = (list: readonly Column[]) => list.filter(({ index }) => !named.columns.has(index));
  const mentioned = free(mentionedColumns(columns, question));
  const valueColumn = mentioned.find(isNumeric);
  const textColumn = mentioned.find((column) => !isNumeric(column));
  const numbers = valueColumn ?? free(columns).find(isNumeric);
  const all = named.rows.length > 0 ? named.rows : [...nameColumn.cells.keys()];
  const rows =
    bound && numbers ? numbersOf(numbers, all).flatMap(({ row, value }) => (bound(value) ? [row] : [])) : all;

  const answerCells = (coordinates: Coordinate[]): Answer => {
    const cells = coordinates.map(([row, column]) => columns[column]?.cells[row] ?? '');
    return { answer: cells.join(', '), aggregator: 'NONE', cells, coordinates };
  };
  const answerColumn = ({ index }: Column, from = rows) => answerCells(from.map((row) => [row, index]));
  const answerTotal = (column: Column, aggregator: 'SUM' | 'AVERAGE'): Answer => {
    const found = numbersOf(column, rows);
    if (found.length === 0)
      throw new ModelInputError(`Column '${column.name}' has no numbers in these rows.`);
    const decimals = found.map(({ row }) => /\.(\d+)/.exec(column.cells[row] ?? '')?.[1]?.length ?? 0);
    const digits = decimals.reduce((max, length) => Math.max(max, length), 0);
    const sum = found.reduce((total, { value }) => total + value, 0);
    const answer =
      aggregator === 'SUM' ? sum.toFixed(digits) : String(Number((sum / found.length).toFixed(digits + 2)));
    return {
      ...answerColumn(
        column,
        found.map(({ row }) => row),
      ),
      aggregator,
      answer,
    };
  };

  const words = ` ${plainWords(withoutBound).join(' ')} `;
  const operation = Object.entries(operations).find(([, phrases]) =>
    phrases.some((phrase) => words.includes(` ${phrase} `)),
  )?.[0];
  if (operation === undefined) {
    const target = textColumn ?? (bound ? nameColumn : valueColumn);
    if (target) return answerColumn(target);
    if (named.rows.length === 0)
      throw new ModelInputError('The question mentions no column or cell of the table.');
    if (!named.columns.has(0)) return answerColumn(nameColumn);
    return answerCells(rows.flatMap((row) => free(columns).map(({ index }): Coordinate => [row, index])));
  }
  if (operation === 'count') {
    if (valueColumn && !bound) {
      return rows.length === 1 ? answerColumn(valueColumn) : answerTotal(valueColumn, 'SUM');
    }
    return { ...answerColumn(textColumn ?? nameColumn), aggregator: 'COUNT', answer: String(rows.length) };
  }
  if (!numbers) throw new ModelInputError('The table has no column of numbers for this question.');
  if (operation === 'sum' || operation === 'average') {
    return answerTotal(numbers, operation === 'sum' ? 'SUM' : 'AVERAGE');
  }
  const sign = operation === 'highest' ? 1 : -1;
  const [best] = numbersOf(numbers, rows).sort((left, right) => sign * (right.value - left.value));
  if (!best) throw new ModelInputError(`Column '${numbers.name}' has no numbers in these rows.`);
  const asksForName = /^\s*(?:who|which)\b/i.test(question);
  return answerColumn(textColumn ?? (asksForName ? nameColumn : numbers), [best.row]);
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

## How it works

- **Rows**: those with the most cells mentioned in the question, or all. *More than*, *at least*, *below* and the like with
  a number keep the matching rows.
- **Columns**: those with at least half of the name's words in the question, by stem.
- **Operation**: the first in this table with a word in the question, or a lookup.

| operation | words |
|---|---|
${Object.entries(operations)
  .map(([operation, words]) => `| ${operation} | ${words.join(', ')} |`)
  .join('\n')}

*average*, *sum*, *highest* and *lowest* use the mentioned column of numbers, or the first one. *highest* and *lowest*
answer with the mentioned column of texts, with the first column for *who* and *which*, or with the number. *count*
counts rows, but adds up a mentioned column of numbers. A lookup answers with the mentioned column, or all other cells.

## Limits

One operation per question; no comparisons of rows, no synonyms. A table may have at most ${maxCells.toLocaleString('en')} cells.
`,
  examples: [
    { example_title: 'One cell', text: 'How many stars does the transformers repository have?', table },
    { example_title: 'A sum', text: 'What is the total number of stars?', table },
    { example_title: 'The highest', text: 'Which repository has the most contributors?', table },
    { example_title: 'With a bound', text: 'How many repositories have more than 4000 stars?', table },
  ],
  answer: ({ query, table: cells }) => answerQuestion(query, cells),
});

import { InputError } from '../errors/index.ts';

/** Column names and cells. */
export type Table = Record<string, string[]>;

/** A column of a table that is being read. */
export type Column = readonly [name: string, cells: string[]];

/** Cells that fit in memory. */
export const MAX_CELLS = 4_000_000;

/** @throws InputError for repeated names, columns of different lengths, and a table without columns */
export function toTable(columns: readonly Column[], name: string): Table {
  if (columns.length === 0) throw notATable(name);
  const table = new Map(columns);
  if (table.size < columns.length) {
    const repeated = columns.find(
      ([column], index) => columns.findIndex(([other]) => other === column) < index,
    )![0];
    throw notATable(
      name,
      repeated === '' ? 'two columns have no name' : `two columns are named '${repeated}'`,
    );
  }
  if (new Set(columns.map(([, cells]) => cells.length)).size > 1)
    throw notATable(name, 'its columns differ in length');
  return Object.fromEntries(table);
}

/** Checks the number of separators before a text is split. @throws InputError */
export function requireFewCells(text: string, name: string): void {
  let count = 0;
  for (const character of text) if (',;\t|\n'.includes(character)) count += 1;
  if (count > MAX_CELLS) throw tooManyCells(name);
}

export function tooManyCells(name: string): InputError {
  return new InputError(`${name} has too many cells`, { hint: 'Use fewer rows.' });
}

const TABLE_HINT =
  'Use CSV or TSV with column names in the first row, or JSON: {"column": ["cell", …], …} or [{"column": "cell"}, …].';

export function notATable(name: string, problem?: string, hint = TABLE_HINT): InputError {
  return new InputError(`${name} is not a table${problem === undefined ? '' : `: ${problem}`}`, { hint });
}

/** @param index of the row, from 0 */
export function unevenRow(name: string, index: number, length: number, width: number): InputError {
  return notATable(name, `row ${index + 1} has ${length} ${length === 1 ? 'cell' : 'cells'}, not ${width}`);
}

import { ModelInputError, type Table } from '../../define-model.ts';
import { contentStems } from '../text/content-stems.ts';
import { stemOf } from '../text/stem.ts';
import { plainWords } from '../text/words.ts';

const mostCells = 100_000;
const mostCharacters = 1_000_000;

/** How large a table may be, for the model card and the error. */
export const tableLimits = `at most ${mostCells.toLocaleString('en')} cells and ${mostCharacters.toLocaleString('en')} characters`;

export interface Column {
  name: string;
  index: number;
  cells: string[];
}

/** Where a cell is: row and column, from 0. */
export type Coordinate = [row: number, column: number];

/**
 * The columns of a table.
 *
 * @throws {ModelInputError} when there is no column or no row, or the table is over {@link tableLimits}.
 */
export function columnsOf(table: Table): [Column, ...Column[]] {
  const columns = Object.entries(table).map(([name, cells], index) => ({
    name,
    index,
    cells: cells.map(String),
  }));
  const [first, ...others] = columns;
  if (!first || first.cells.length === 0) throw new ModelInputError('The table has no cells.');
  const cells = columns.length * first.cells.length;
  const characters = columns.reduce(
    (sum, column) => sum + column.name.length + column.cells.join('').length,
    0,
  );
  if (cells > mostCells || characters > mostCharacters) {
    throw new ModelInputError(`The table is too large: ${tableLimits}.`);
  }
  return [first, ...others];
}

/**
 * The columns that a question mentions, best first: those of whose names it has the greatest share of words, at least
 * half, by stem; of equal ones those with the longer name, then the earlier.
 */
export function mentionedColumns(columns: readonly Column[], question: string): Column[] {
  const stems = new Set(plainWords(question).map(stemOf));
  const rated = columns.map((column) => {
    const name = [...new Set(contentStems(column.name))];
    const found = name.filter((stem) => stems.has(stem)).length;
    return { column, share: name.length === 0 ? 0 : found / name.length, found };
  });
  return rated
    .filter(({ share }) => share >= 0.5)
    .toSorted((left, right) => right.share - left.share || right.found - left.found)
    .map(({ column }) => column);
}

export interface MentionedRows {
  rows: number[];
  /** The columns whose cells were mentioned. */
  columns: ReadonlySet<number>;
}

/**
 * The rows of which a question mentions the most cells, each cell word for word; none if it mentions no cell.
 */
export function mentionedRows(columns: readonly Column[], question: string): MentionedRows {
  const asked = ` ${plainWords(question).join(' ')} `;
  const hits: Coordinate[] = columns.flatMap(({ cells, index }) =>
    cells.flatMap((cell, row): Coordinate[] => {
      if (cell.length > asked.length * 2) return [];
      const words = plainWords(cell).join(' ');
      return words !== '' && asked.includes(` ${words} `) ? [[row, index]] : [];
    }),
  );
  const counts = new Map<number, number>();
  for (const [row] of hits) counts.set(row, (counts.get(row) ?? 0) + 1);
  const most = Math.max(0, ...new Set(counts.values()));
  const rows = [...counts].filter(([, count]) => count === most).map(([row]) => row);
  const kept = new Set(rows);
  return {
    rows: rows.toSorted((left, right) => left - right),
    columns: new Set(hits.filter(([row]) => kept.has(row)).map(([, column]) => column)),
  };
}

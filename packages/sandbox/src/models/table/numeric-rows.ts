import { ModelInputError, type Table } from '../../define-model.ts';

const mostRows = 10_000;
const largest = 1e6;
const longestCell = 40;

/** Decimal digits with a point and an exponent, as JSON writes small numbers. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

const written = (value: number) => value.toLocaleString('en');

/** What {@link numericRows} accepts, for model cards. */
export const numericRowRules = `Numbers are decimal, from −${written(largest)} to ${written(largest)} and of at most
${longestCell} characters, in at most ${written(mostRows)} rows; all else is an input error.`;

function numberIn(cell: unknown, column: string, row: number): number {
  const text = String(cell ?? '').trim();
  const place = `Column '${column}', row ${row + 1}: '${text.slice(0, 40)}' is not a number`;
  if (text.length > longestCell || !decimal.test(text)) throw new ModelInputError(`${place}.`);
  const value = Number(text);
  if (Math.abs(value) > largest)
    throw new ModelInputError(`${place} from -${written(largest)} to ${written(largest)}.`);
  return value;
}

/**
 * The rows of a table as numbers, in the order of `columns`; other columns of the table are left out.
 *
 * @throws {ModelInputError} when a column is missing, the columns differ in length, a cell is no number or the rows
 * are too many; see {@link numericRowRules}.
 */
export function numericRows(table: Table, columns: readonly string[]): number[][] {
  const missing = columns.filter((column) => !Object.hasOwn(table, column));
  if (missing.length > 0) {
    throw new ModelInputError(
      `Missing columns: ${missing.join(', ')}. The model needs ${columns.join(', ')}.`,
    );
  }
  const cells = columns.map((column) => table[column] ?? []);
  const length = cells[0]?.length ?? 0;
  const uneven = columns.find((_, index) => cells[index]?.length !== length);
  if (uneven !== undefined) {
    throw new ModelInputError(`Column '${uneven}' has not as many cells as column '${columns[0] ?? ''}'.`);
  }
  if (length > mostRows) throw new ModelInputError(`The table may have at most ${written(mostRows)} rows.`);
  return Array.from({ length }, (_, row) =>
    columns.map((column, index) => numberIn(cells[index]?.[row], column, row)),
  );
}

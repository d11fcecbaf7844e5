import { ModelInputError, type Table } from '../../define-model.ts';

function numberIn(cell: unknown, column: string, row: number): number {
  const text = String(cell ?? '').trim();
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) {
    throw new ModelInputError(`Column '${column}', row ${row + 1}: '${text.slice(0, 40)}' is not a number.`);
  }
  return value;
}

/**
 * The rows of a table as numbers, in the order of `columns`; other columns of the table are left out.
 *
 * @throws {ModelInputError} when a column is missing, the columns differ in length, or a cell is not a number.
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
  return Array.from({ length }, (_, row) =>
    columns.map((column, index) => numberIn(cells[index]?.[row], column, row)),
  );
}

import { ModelInputError } from '../../define-model.ts';
import { cellNumber, fractionDigits } from './cell-number.ts';
import type { Column } from './table-grid.ts';

/** The rows among `rows` whose cell in a column is a number. */
export function numberRows(column: Column, rows: readonly number[]): { row: number; value: number }[] {
  return rows.flatMap((row) => {
    const value = cellNumber(column.cells[row] ?? '');
    return value === undefined ? [] : [{ row, value }];
  });
}

/** Whether at least half of a column's cells that are not empty are numbers. */
export function isNumeric(column: Column): boolean {
  const filled = column.cells.filter((cell) => cell.trim() !== '');
  const numbers = filled.filter((cell) => cellNumber(cell) !== undefined);
  return numbers.length > 0 && numbers.length * 2 >= filled.length;
}

/**
 * The sum of a column's numbers in `rows`, with as many decimals as the cell that has most; as an average two more, without
 * zeros at the end.
 *
 * @throws {ModelInputError} when there is no number.
 */
export function total(column: Column, rows: readonly number[], isAverage: boolean): string {
  const numbers = numberRows(column, rows);
  if (numbers.length === 0)
    throw new ModelInputError(`Column '${column.name}' has no numbers in these rows.`);
  const digits = numbers.reduce(
    (most, { row }) => Math.max(most, fractionDigits(column.cells[row] ?? '')),
    0,
  );
  const sum = numbers.reduce((result, { value }) => result + value, 0);
  if (!isAverage) return sum.toFixed(digits);
  return String(Number((sum / numbers.length).toFixed(digits + 2)));
}

/** The row with the highest or lowest number in a column; of equal ones the first. */
export function extremeRow(column: Column, rows: readonly number[], isHighest: boolean): number {
  const numbers = numberRows(column, rows);
  const [first] = numbers;
  if (!first) throw new ModelInputError(`Column '${column.name}' has no numbers in these rows.`);
  return numbers.reduce((best, next) =>
    (isHighest ? next.value > best.value : next.value < best.value) ? next : best,
  ).row;
}

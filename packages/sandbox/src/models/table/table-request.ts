import type { Table } from '../../define-model.ts';
import { beginningOf } from '../text/beginning-of.ts';
import { isNumeric, numberRows } from './table-arithmetic.ts';
import { type Column, columnsOf, mentionedColumns, mentionedRows } from './table-grid.ts';
import { type Bound, boundIn, operationIn, type TableOperation, withoutBound } from './table-question.ts';

/** How much of a question is read, in characters. */
export const longestQuestion = 1000;

/** A question as far as it is understood. */
export interface TableRequest {
  operation: TableOperation;
  columns: readonly Column[];
  /** The first column, which names the rows. */
  nameColumn: Column;
  /** Rows that the question is about. */
  rows: readonly number[];
  /** Whether the question mentions cells or sets a bound. */
  isNarrowed: boolean;
  bound?: Bound;
  /** Columns whose cells were mentioned. */
  namedColumns: ReadonlySet<number>;
  /** The best mentioned column of numbers, and of texts, whose cells were not mentioned. */
  valueColumn?: Column;
  textColumn?: Column;
  /** `valueColumn`, or else the first column of numbers whose cells were not mentioned. */
  numbers?: Column;
  /** Whether the question begins with "who" or "which". */
  asksWhich: boolean;
}

function isWithin(bound: Bound, value: number): boolean {
  if (value === bound.value) return bound.isInclusive;
  return bound.isAbove ? value > bound.value : value < bound.value;
}

/**
 * Reads a question about a table.
 *
 * @throws {ModelInputError} when the table has no cells.
 */
export function readTableRequest(query: string, table: Table): TableRequest {
  const question = beginningOf(query, longestQuestion);
  const columns = columnsOf(table);
  const [nameColumn] = columns;
  const named = mentionedRows(columns, withoutBound(question));
  const isFree = ({ index }: Column) => !named.columns.has(index);
  const free = mentionedColumns(columns, question).filter(isFree);
  const valueColumn = free.find(isNumeric);
  const textColumn = free.find((column) => !isNumeric(column));
  const numbers = valueColumn ?? columns.filter(isFree).find(isNumeric);
  const bound = boundIn(question);
  const all = named.rows.length > 0 ? named.rows : nameColumn.cells.map((_, row) => row);
  const rows =
    bound && numbers
      ? numberRows(numbers, all).flatMap(({ row, value }) => (isWithin(bound, value) ? [row] : []))
      : all;
  return {
    operation: operationIn(question),
    columns,
    nameColumn,
    rows,
    isNarrowed: named.rows.length > 0 || bound !== undefined,
    namedColumns: named.columns,
    asksWhich: /^\s*(?:who|which)\b/i.test(question),
    ...(bound && { bound }),
    ...(valueColumn && { valueColumn }),
    ...(textColumn && { textColumn }),
    ...(numbers && { numbers }),
  };
}

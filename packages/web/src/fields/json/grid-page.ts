/** Boxes that are drawn at a time; more make typing slow. */
const MOST_CELLS = 400;

/** Rows that are drawn at a time, where the columns are few. */
const MOST_ROWS = 50;

/** Columns that are drawn; others are edited as JSON. */
export const MOST_COLUMNS = 40;

/** How many rows of so many columns are drawn at a time. */
export function rowsAPage(columns: number): number {
  const wide = Math.max(1, Math.min(columns, MOST_COLUMNS));
  return Math.max(5, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / wide)));
}

/** The page of rows that holds a row. */
export function pageOf(row: number, perPage: number): number {
  return Math.max(0, Math.floor(row / perPage));
}

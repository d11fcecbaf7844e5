/** Rows that are kept on either side of a marked one. */
const AROUND = 2;
/** Where more rows than this are marked, the first ones stand for all. */
const MOST_MARKED = 20;

/** Rows that follow each other, and how many are left out before them. */
export interface RowRun {
  readonly skipped: number;
  readonly rows: readonly number[];
}

/**
 * The rows of a table that are shown of it: all, or those near the marked ones (the first ones where none is).
 * @param height rows of the whole table
 * @param marked indexes from 0, in any order; those outside the table count for nothing
 * @param most a table up to this high is shown whole
 */
export function shownRows(height: number, marked: readonly number[], most: number): RowRun[] {
  const inside = [...new Set(marked)].filter((row) => row >= 0 && row < height).sort((a, b) => a - b);
  const isNear = (row: number) =>
    inside.slice(0, MOST_MARKED).some((at) => row >= at - AROUND && row <= at + AROUND);
  const first = inside.length === 0 ? most : height;
  const runs: { skipped: number; rows: number[] }[] = [];
  let skipped = 0;
  for (let row = 0; row < Math.min(height, first); row += 1) {
    if (height > most && inside.length > 0 && !isNear(row)) {
      skipped += 1;
      continue;
    }
    const last = runs.at(-1);
    if (last && skipped === 0) last.rows.push(row);
    else runs.push({ skipped, rows: [row] });
    skipped = 0;
  }
  return runs;
}

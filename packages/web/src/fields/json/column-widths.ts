import type { Column } from './columns.ts';

/** Words beyond this are broken anyway, and texts beyond it are not looked through. */
const MOST_LETTERS = 40;
const MOST_TEXT = 1000;

/**
 * How many letters the longest word of a column has, so that it can be made wide enough not to break it.
 * @param rows those that are shown
 */
export function longestWord({ name, cells }: Column, rows: readonly number[]): number {
  const texts = [name, ...rows.map((row) => cells[row] ?? '')];
  const lengths = texts.flatMap((text) =>
    text
      .slice(0, MOST_TEXT)
      .split(/[\s\p{Dash}/]+/u)
      .map(({ length }) => length),
  );
  return Math.min(MOST_LETTERS, Math.max(...lengths));
}

import type { Size } from './hooks/use-terminal.ts';

/** Ink clears the screen with each frame that is as high as the terminal, so a frame is a row lower. */
const FREE_ROWS = 1;

/** In anything smaller nothing can be read any more. */
export const SMALLEST: Size = { columns: 20, rows: 7 };

/** From this height on there is a rule below the header, and a line for notices. */
const ROOMY = 10;

/** How a frame is divided from top to bottom: header, rule, body, notice, key hints. */
export interface Layout {
  /** Rows of the frame. */
  readonly rows: number;
  /** Whether there is a rule, and a line of its own for notices; else they take the place of the key hints. */
  readonly isRoomy: boolean;
  readonly body: Size;
}

/** Divides a terminal of a size. */
export function layoutFor(terminal: Size): Layout {
  const rows = terminal.rows - FREE_ROWS;
  const isRoomy = rows >= ROOMY;
  return {
    rows,
    isRoomy,
    body: { columns: terminal.columns, rows: Math.max(1, rows - (isRoomy ? 4 : 2)) },
  };
}

/** Whether a terminal is too small to be used. */
export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < SMALLEST.columns || rows < SMALLEST.rows;
}

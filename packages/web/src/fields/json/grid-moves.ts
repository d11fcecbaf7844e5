/** A cell of a grid; row -1 has the names of the columns. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** A key in a text box of a grid. */
export interface GridKey {
  readonly key: string;
  /** Whether the caret stands before all, or behind all, of the box's text. */
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

/**
 * Where a key leads: up, down and Enter to the next row, left and right at the ends of a text to the next column.
 * Undefined where it stays in its text. May lead out of the grid.
 */
export function movedBy(
  { key, isAtStart, isAtEnd }: GridKey,
  { row, column }: GridPlace,
): GridPlace | undefined {
  if (key === 'Enter') return { row: row + 1, column };
  if (key === 'ArrowDown' && isAtEnd) return { row: row + 1, column };
  if (key === 'ArrowUp' && isAtStart) return { row: row - 1, column };
  if (key === 'ArrowLeft' && isAtStart) return { row, column: column - 1 };
  if (key === 'ArrowRight' && isAtEnd) return { row, column: column + 1 };
  return undefined;
}

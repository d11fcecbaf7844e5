/** Which part of something long is in view. */
export interface Scroll {
  /**
   * The first line in view, for as many lines as there are now and fit.
   * @param rows how many fit
   */
  top(count: number, rows: number): number;
  /** By lines, down when positive. */
  move(lines: number): void;
  /** By what fits, but for a line. */
  page(direction: 1 | -1): void;
  toStart(): void;
  toEnd(): void;
  /** Brings a line into view. */
  reveal(line: number): void;
}

/** @param follows whether the end stays in view as more comes, until someone scrolls up */
export function createScroll(follows = false): Scroll {
  let first = 0;
  let atEnd = follows;
  let size = { count: 0, rows: 1 };
  const last = () => Math.max(0, size.count - size.rows);
  const goTo = (line: number) => {
    first = Math.max(0, Math.min(line, last()));
    atEnd = first === last() && size.count > 0;
  };
  return {
    top(count, rows) {
      size = { count, rows };
      first = atEnd ? last() : Math.min(first, last());
      return first;
    },
    move: (lines) => goTo(first + lines),
    page: (direction) => goTo(first + direction * Math.max(1, size.rows - 1)),
    toStart: () => {
      first = 0;
      atEnd = false;
    },
    toEnd: () => goTo(last()),
    reveal(line) {
      if (line < first) goTo(line);
      else if (line >= first + size.rows) goTo(line - size.rows + 1);
    },
  };
}

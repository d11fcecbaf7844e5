const ROWS_AROUND = 2;
/** Where more rows than this are marked, the first ones stand for all. */
const MOST_MARKED = 20;

/**
 * Which rows of a table to show: all, or those around the marked ones (the first ones if none is), in their order.
 * @param most a table up to this high is shown whole
 */
export function shownRows(height: number, marked: readonly number[], most: number): number[] {
  if (height <= most) return Array.from({ length: height }, (_, row) => row);
  const inside = [...new Set(marked)].filter((row) => row >= 0 && row < height).sort((a, b) => a - b);
  if (inside.length === 0) return Array.from({ length: most }, (_, row) => row);
  const rows = new Set<number>();
  for (const row of inside.slice(0, MOST_MARKED)) {
    for (let near = row - ROWS_AROUND; near <= row + ROWS_AROUND; near += 1) {
      if (near >= 0 && near < height) rows.add(near);
    }
  }
  return [...rows].sort((a, b) => a - b);
}

/** The sign that stands for left-out columns is one cell wide. */
const SIGN = 1;

/**
 * Which columns fit, in their order: the marked ones first, then the first one, then the others from the left. Between
 * two columns that are not neighbours, and at the ends, there is room for a sign.
 * @param room cells of a line
 * @param gap cells between two columns
 */
export function shownColumns(
  widths: readonly number[],
  marked: readonly number[],
  room: number,
  gap: number,
): number[] {
  const all = [...widths.keys()];
  if (widths.reduce((sum, width) => sum + width + gap, -gap) <= room) return all;
  const chosen: number[] = [];
  let left = room - 2 * (gap + SIGN);
  for (const column of new Set([...marked.filter((index) => index in widths), ...all])) {
    const needed = widths[column]! + (chosen.length > 0 ? 2 * gap + SIGN : 0);
    if (needed > left) continue;
    chosen.push(column);
    left -= needed;
  }
  return chosen.sort((a, b) => a - b);
}

/** Consecutive numbers, and whether some are missing before them. */
export interface Run {
  readonly gapBefore: boolean;
  readonly items: readonly number[];
}

/** Divides rising numbers into consecutive runs. */
export function runsOf(numbers: readonly number[]): Run[] {
  const runs: { gapBefore: boolean; items: number[] }[] = [];
  numbers.forEach((number, index) => {
    const before = index === 0 ? -1 : numbers[index - 1]!;
    if (index > 0 && number === before + 1) runs.at(-1)!.items.push(number);
    else runs.push({ gapBefore: number !== before + 1, items: [number] });
  });
  return runs;
}

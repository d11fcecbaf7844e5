/** The sign that stands for left-out columns is one cell wide. */
const SIGN = 1;

/**
 * Which columns fit, in their order: the marked ones first, then the first one, then the others from the left. Between
 * two columns that are not neighbors, and at the ends, there is room for a sign.
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

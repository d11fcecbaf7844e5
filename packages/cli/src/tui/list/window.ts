/**
 * Which rows are shown: as few moves as possible so that the chosen one is among them.
 * @param top the first row that was shown before
 * @returns the first row that is shown now
 */
export function windowTop(top: number, chosen: number, rows: number, count: number): number {
  const highest = Math.max(0, count - rows);
  const lowest = Math.max(0, chosen - rows + 1);
  return Math.min(Math.max(top, lowest), Math.min(chosen, highest));
}

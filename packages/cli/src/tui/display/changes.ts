import { withoutCursor } from './cursor-mark.ts';
import type { PlacedPicture } from './placed-picture.ts';

/** Ends all styles (SGR 0). */
export const RESET = '\u001b[0m';
const CLEAR = '\u001b[2J';
const CLEAR_TO_END = '\u001b[K';

/** What stands on a screen: lines from the top, and pictures over them. */
export interface Painting {
  readonly lines: readonly string[];
  readonly pictures: readonly PlacedPicture[];
}

/**
 * What makes the terminal show a painting where another one stands: only lines and pictures that differ are written, each
 * at its place.
 * @param before undefined where nobody knows what stands there: then everything is
 * @param erased pictures that are still there, where it is not known what else is
 */
export function changes(
  before: Painting | undefined,
  after: Painting,
  columns: number,
  erased: readonly PlacedPicture[] = before?.pictures ?? [],
): string {
  const { lines, pictures } = after;
  const kept = (before?.pictures ?? []).filter((picture) => hasPicture(pictures, picture));
  const gone = erased.filter((picture) => !kept.includes(picture));
  const wiped = new Set(gone.filter(({ erase }) => erase === undefined).flatMap(rowsOf));
  const isChanged = (row: number) => !before || lines[row] !== before.lines[row] || wiped.has(row);
  const inCells = kept.filter(({ erase }) => erase === undefined);
  const hurt = new Set<PlacedPicture>();
  let bytes = before ? '' : RESET + CLEAR;
  for (const { erase = '' } of gone) bytes += erase;
  for (let row = 0; row < Math.max(lines.length, before?.lines.length ?? 0); row += 1) {
    if (!isChanged(row)) continue;
    const line = lines[row] ?? '';
    const there = inCells.filter((picture) => rowsOf(picture).includes(row));
    const free = there.length === 0 ? 0 : startBeside(there, line);
    if (free === 0) for (const picture of there) hurt.add(picture);
    if (free < columns)
      bytes += at(row, free) + RESET + CLEAR_TO_END + withoutCursor(line.slice(free)) + RESET;
  }
  for (const picture of pictures) {
    const old = kept.find((other) => isSame(other, picture));
    if (!old || hurt.has(old)) bytes += at(picture.row, picture.column) + picture.draw;
  }
  return bytes;
}

/** The cursor's place, counted from 0, as the terminal counts. */
export function at(row: number, column = 0): string {
  return `\u001b[${row + 1};${column + 1}H`;
}

/** The rows that a picture covers. */
export function rowsOf({ row, rows }: PlacedPicture): number[] {
  return Array.from({ length: rows }, (_, below) => row + below);
}

/** The column right of pictures that would be wiped by what stands left of it; 0 where that is not empty. */
function startBeside(pictures: readonly PlacedPicture[], line: string): number {
  const column = Math.max(...pictures.map((picture) => picture.column + picture.columns));
  return line === '' || line.startsWith(' '.repeat(column)) ? column : 0;
}

function hasPicture(pictures: readonly PlacedPicture[], picture: PlacedPicture): boolean {
  return pictures.some((other) => isSame(other, picture));
}

function isSame(one: PlacedPicture, other: PlacedPicture): boolean {
  return one.row === other.row && one.column === other.column && one.draw === other.draw;
}

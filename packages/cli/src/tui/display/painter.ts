import { widthOf } from '../../terminal/index.ts';
import type { PlacedPicture } from './placed-picture.ts';

const ALTERNATE_SCREEN = { on: '\u001b[?1049h', off: '\u001b[?1049l' };
/** Lines that are wider than a terminal thinks do not spill into the next. */
const WRAPPING = { on: '\u001b[?7h', off: '\u001b[?7l' };
const CURSOR = { on: '\u001b[?25h', off: '\u001b[?25l' };
/** What stands between is shown at once, where the terminal can (DEC mode 2026). */
const AT_ONCE = { on: '\u001b[?2026h', off: '\u001b[?2026l' };
const CLEAR = '\u001b[2J';
const RESET = '\u001b[0m';
const CLEAR_TO_END = '\u001b[K';

/** Marks the character that the cursor stands on; the painter puts the terminal's own cursor there instead. */
export const CURSOR_MARK = { open: '\u001b[7m', close: '\u001b[27m' };

/** Shows frames on a terminal's alternate screen. */
export interface Painter {
  /** Takes the screen over; what stood there comes back at the end. */
  start(): void;
  /** Gives it back. May be called twice. */
  stop(): void;
  /** Shows a frame: lines, at most one of them with the cursor mark. The last one of a moment is painted. */
  show(frame: string): void;
  /** The pictures over the next frame. */
  place(pictures: readonly PlacedPicture[]): void;
  /** Paints everything anew, for example after the size has changed. */
  refresh(): void;
}

/** Writes only the lines that have changed, each at its place. */
export function painterOf(output: NodeJS.WriteStream): Painter {
  let frame: readonly string[] = [];
  let painted: readonly string[] = [];
  let pictures: readonly PlacedPicture[] = [];
  let shown: readonly PlacedPicture[] = [];
  let isOn = false;
  let isDue = false;
  let isDirty = true;
  let lastCursor = '';

  function paint(): void {
    isDue = false;
    if (!isOn) return;
    // A slow terminal is given the newest frame when it is ready, not all of them.
    if (output.writableNeedDrain) {
      isDue = true;
      output.once('drain', paint);
      return;
    }
    const rows = output.rows || 24;
    const lines = frame.slice(0, rows);
    const placed = pictures.filter((picture) => picture.row >= 0 && picture.row + picture.rows <= rows);
    const kept = isDirty ? [] : shown.filter((picture) => placed.some((next) => isSame(picture, next)));
    const gone = shown.filter((picture) => !kept.includes(picture));
    const wiped = new Set(gone.filter(({ erase }) => erase === undefined).flatMap(rowsOf));
    const isChanged = (row: number) => isDirty || lines[row] !== painted[row] || wiped.has(row);
    let bytes = isDirty ? RESET + CLEAR : '';
    for (const { erase = '' } of gone) bytes += erase;
    for (let row = 0; row < Math.min(rows, Math.max(lines.length, painted.length)); row += 1) {
      if (isChanged(row)) bytes += `${at(row)}${RESET}${CLEAR_TO_END}${unmarked(lines[row] ?? '')}${RESET}`;
    }
    for (const picture of placed) {
      const isKept = kept.some((other) => isSame(other, picture));
      const isHurt = picture.erase === undefined && rowsOf(picture).some(isChanged);
      if (!isKept || isHurt) bytes += at(picture.row, picture.column) + picture.draw;
    }
    const cursor = cursorIn(lines, (row) => placed.some((picture) => rowsOf(picture).includes(row)));
    if (bytes !== '' || cursor !== lastCursor) {
      lastCursor = cursor;
      output.write(`${AT_ONCE.on}${CURSOR.off}${bytes}${cursor}${AT_ONCE.off}`);
    }
    painted = lines;
    shown = placed;
    isDirty = false;
  }

  function soon(): void {
    if (isDue) return;
    isDue = true;
    // The pictures of a frame are known a moment after it.
    queueMicrotask(paint);
  }

  return {
    start() {
      if (isOn) return;
      isOn = true;
      isDirty = true;
      output.write(ALTERNATE_SCREEN.on + WRAPPING.off + CURSOR.off);
      soon();
    },
    stop() {
      if (!isOn) return;
      isOn = false;
      const erased = shown.map(({ erase = '' }) => erase).join('');
      shown = [];
      output.write(erased + RESET + WRAPPING.on + ALTERNATE_SCREEN.off + CURSOR.on);
    },
    show(next) {
      frame = next.split('\n');
      soon();
    },
    place(next) {
      pictures = next;
      soon();
    },
    refresh() {
      isDirty = true;
      soon();
    },
  };
}

/** The cursor's place, counted from 0, as the terminal counts. */
function at(row: number, column = 0): string {
  return `\u001b[${row + 1};${column + 1}H`;
}

function unmarked(line: string): string {
  return line.replaceAll(CURSOR_MARK.open, '').replaceAll(CURSOR_MARK.close, '');
}

function rowsOf({ row, rows }: PlacedPicture): number[] {
  return Array.from({ length: rows }, (_, below) => row + below);
}

function isSame(one: PlacedPicture, other: PlacedPicture): boolean {
  return one.draw === other.draw && one.row === other.row && one.column === other.column;
}

/**
 * Moves the cursor to the mark and shows it; nothing where there is none. What stands before it is written once more:
 * terminals differ in how wide they draw some characters, and each knows best where its own text ends.
 */
function cursorIn(lines: readonly string[], hasPicture: (row: number) => boolean): string {
  const row = lines.findIndex((line) => line.includes(CURSOR_MARK.open));
  if (row === -1) return '';
  const [before = ''] = lines[row]!.split(CURSOR_MARK.open);
  // Beside a picture that would wipe it.
  if (hasPicture(row)) return at(row, widthOf(before)) + CURSOR.on;
  return at(row) + RESET + before + RESET + CURSOR.on;
}

import { widthOf } from '../../terminal/index.ts';
import { at, changes, RESET, rowsOf, type Painting } from './changes.ts';
import { CURSOR_MARK } from './cursor-mark.ts';
import type { PlacedPicture } from './placed-picture.ts';

const ALTERNATE_SCREEN = { on: '\u001b[?1049h', off: '\u001b[?1049l' };
/** Lines that are wider than a terminal thinks do not spill into the next. */
const WRAPPING = { on: '\u001b[?7h', off: '\u001b[?7l' };
const CURSOR = { on: '\u001b[?25h', off: '\u001b[?25l' };
/** What stands between is shown at once, where the terminal can (DEC mode 2026). */
const AT_ONCE = { on: '\u001b[?2026h', off: '\u001b[?2026l' };

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

/** The part of standard output that is used here. */
export type PainterOutput = Pick<
  NodeJS.WriteStream,
  'write' | 'once' | 'rows' | 'columns' | 'writableNeedDrain'
>;

/** Writes only the lines that have changed, each at its place. */
export function painterOf(output: PainterOutput): Painter {
  let frame: readonly string[] = [];
  let pictures: readonly PlacedPicture[] = [];
  let painted: Painting = { lines: [], pictures: [] };
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
    const next: Painting = {
      lines: frame.slice(0, rows),
      pictures: pictures.filter((picture) => picture.row >= 0 && picture.row + picture.rows <= rows),
    };
    const bytes = changes(isDirty ? undefined : painted, next, output.columns || 80, painted.pictures);
    const cursor = cursorIn(next);
    if (bytes !== '' || cursor !== lastCursor) {
      output.write(`${AT_ONCE.on}${CURSOR.off}${bytes}${cursor}${AT_ONCE.off}`);
    }
    lastCursor = cursor;
    painted = next;
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
      const erased = painted.pictures.map(({ erase = '' }) => erase).join('');
      painted = { lines: [], pictures: [] };
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

/**
 * Moves the cursor to the mark and shows it; nothing where there is none. What stands before it is written once more:
 * terminals differ in how wide they draw some characters, and each knows best where its own text ends.
 */
function cursorIn({ lines, pictures }: Painting): string {
  const row = lines.findIndex((line) => line.includes(CURSOR_MARK.open));
  if (row === -1) return '';
  const [before = ''] = lines[row]!.split(CURSOR_MARK.open);
  // Beside a picture that would wipe it.
  if (pictures.some((picture) => rowsOf(picture).includes(row))) return at(row, widthOf(before)) + CURSOR.on;
  return at(row) + RESET + before + RESET + CURSOR.on;
}

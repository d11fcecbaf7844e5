import type { SessionState } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { CURSOR_MARK } from '../../display/cursor-mark.ts';
import type { Size } from '../../display/size.ts';
import type { PlacedPicture } from '../../display/placed-picture.ts';
import type { Drawing } from '../screen.ts';
import type { FormFields } from './form-fields.ts';
import { footerLines } from './footer-lines.ts';

/** From these heights on there is room for empty lines between, for both lines below the inputs, and for the first. */
const ROOMY = 9;
const MEDIUM = 7;
const SMALL = 4;
/** Lines for what is missing. */
const MOST_MISSING = 3;

/** Draws a form: its boxes one below the other, scrolled to the cursor, and below them what a run has and lacks. */
export interface FormDrawer {
  /** @param runKey what runs the model now, by name */
  draw(room: Size, state: SessionState, runKey: string): Drawing;
}

/** @param fields the boxes, which hold what is filled in */
export function formDrawer(picker: Picker, fields: FormFields): FormDrawer {
  let top = 0;

  /** Keeps the focused box in view as a whole where it fits, and the cursor in any case. */
  function scrollTo(cursor: number, from: number, to: number, rows: number, count: number): void {
    top = Math.min(top, from);
    if (to > top + rows) top = to - rows;
    if (cursor < top + 1) top = Math.max(0, cursor - 1);
    if (cursor >= top + rows) top = cursor - rows + 1;
    top = Math.max(0, Math.min(top, count - rows));
  }

  return {
    draw(room, state, runKey) {
      const isRoomy = room.rows >= ROOMY;
      const footer = footerLines(picker, state, {
        runKey,
        columns: room.columns,
        most: isRoomy ? MOST_MISSING : 1,
      });
      const pinned = isRoomy ? ['', ...footer] : footer.slice(0, footerRows(room.rows));
      const rows = Math.max(1, room.rows - pinned.length);
      const lines: string[] = [];
      const pictures: PlacedPicture[] = [];
      let [from, to] = [0, 0];
      fields.boxes.forEach((box, index) => {
        const isFocused = index === fields.focused();
        const drawing = box.draw({ columns: room.columns, rows }, isFocused);
        if (index > 0 && isRoomy) lines.push('');
        const start = lines.length;
        for (const picture of drawing.pictures ?? []) pictures.push({ ...picture, row: picture.row + start });
        lines.push(...drawing.lines);
        if (isFocused) [from, to] = [start, lines.length];
      });
      const marked = lines.findIndex((line) => line.includes(CURSOR_MARK.open));
      scrollTo(marked === -1 ? from : marked, from, to, rows, lines.length);
      const shown = lines.slice(top, top + rows);
      const isInView = (picture: PlacedPicture) =>
        picture.row >= top && picture.row + picture.rows <= top + rows;
      return {
        lines: [...shown, ...pinned],
        pictures: pictures.filter(isInView).map((picture) => ({ ...picture, row: picture.row - top })),
      };
    },
  };
}

function footerRows(rows: number): number {
  if (rows >= MEDIUM) return 2;
  return rows >= SMALL ? 1 : 0;
}

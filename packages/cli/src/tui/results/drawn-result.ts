import type { RunResult } from '@tryout/engine';
import { pad, widthOf } from '../../terminal/index.ts';
import type { Picker } from '../app/picker.ts';
import { drawnPicture } from '../display/graphics/drawn-picture.ts';
import type { Size } from '../display/size.ts';
import type { PlacedPicture } from '../display/placed-picture.ts';
import { SCROLLED } from './limits.ts';
import { lookOf } from './looks.ts';
import { savedFiles } from './saved-files.ts';

/** A result drawn for a room: lines that are scrolled, and perhaps a picture that stays in view. */
export interface DrawnResult {
  readonly lines: readonly string[];
  readonly picture?: {
    /** All of the same width where the other lines stand beside them. */
    readonly lines: readonly string[];
    readonly pictures: readonly PlacedPicture[];
    readonly isBeside: boolean;
  };
}

/** In rooms this wide the picture stands beside its rows. */
const WIDE = 72;
const SHARE_OF_ROWS = 0.4;
const GAP = 2;
/** Pictures that are lower tell nothing. */
const LEAST_PICTURE_ROWS = 4;

/** Draws a result. @param chosen the part that is marked alone, from 0 */
export async function drawResult(
  picker: Picker,
  result: RunResult,
  room: Size,
  chosen: number | undefined,
): Promise<DrawnResult> {
  const { view } = result;
  const look = lookOf(view);
  const context = {
    saved: savedFiles(result),
    limits: SCROLLED,
    ...(chosen === undefined ? {} : { chosen }),
  };
  const linesIn = (columns: number) => look.lines(view, { ...picker.terminal, ...room, columns }, context);
  const picture = look.picture?.(view);
  if (!picture || picker.isRead) return { lines: await linesIn(room.columns) };
  const isBeside = room.columns >= WIDE && look.parts !== undefined;
  const lines = await linesIn(isBeside ? Math.floor(room.columns * SHARE_OF_ROWS) : room.columns);
  const below = Math.min(lines.length, Math.max(2, Math.ceil(room.rows * SHARE_OF_ROWS)));
  const pictureRoom = isBeside
    ? { columns: room.columns - Math.floor(room.columns * SHARE_OF_ROWS) - GAP, rows: room.rows }
    : { columns: room.columns, rows: room.rows - below };
  if (pictureRoom.rows < LEAST_PICTURE_ROWS) return { lines };
  const bytes = await picture.bytes();
  const drawn = bytes && (await drawnPicture(picker, bytes, picture.overlays(chosen), pictureRoom));
  if (!drawn) return { lines: [picture.absent(picker.terminal), ...lines] };
  if (!isBeside) return { lines, picture: { ...drawn, isBeside } };
  const { columns } = pictureRoom;
  const widest = drawn.lines.reduce((most, line) => Math.max(most, widthOf(line)), 0);
  const width = (drawn.pictures.length > 0 || widest === 0 ? columns : widest) + GAP;
  const padded = Array.from({ length: room.rows }, (_, row) => pad(drawn.lines[row] ?? '', width));
  return { lines, picture: { lines: padded, pictures: drawn.pictures, isBeside } };
}

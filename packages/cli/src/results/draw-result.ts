import type { ResultView } from '@tryout/engine';
import { drawnPicture, type DrawnPicture } from '../terminal/graphics/drawn-picture.ts';
import type { PictureDevice } from '../terminal/graphics/graphics.ts';
import { pad, widthOf } from '../terminal/index.ts';
import type { Size } from '../terminal/terminal.ts';
import { resultTypeOf, SCROLLED } from './result-types.ts';

/** A rendered result: lines that scroll, and perhaps a picture that stays visible. */
export interface Drawing {
  readonly lines: readonly string[];
  /** Next to the lines, padded to one width; otherwise above them. */
  readonly picture?: DrawnPicture & { readonly isBeside: boolean };
}

interface DrawOptions {
  /** Where the result was saved. */
  readonly saved: readonly string[] | undefined;
  readonly room: Size;
  /** The part that is chosen among several, from 0. */
  readonly chosen: number | undefined;
}

/** From this width on the picture is next to the rows. */
const WIDE = 72;
/** Share of the room for lines, so that the picture's details stay visible (C20). */
const SHARE_OF_LINES = 0.4;
const GAP = 2;
/** In a lower picture nothing can be recognized. */
const MIN_PICTURE_ROWS = 4;

/** A result as lines, some kinds with a picture. */
export async function drawResult(
  view: ResultView,
  device: PictureDevice,
  { saved = [], room, chosen }: DrawOptions,
): Promise<Drawing> {
  const { terminal, isScreenReader } = device;
  const { columns, rows } = room;
  const type = resultTypeOf(view);
  const context = { saved, limits: SCROLLED, ...(chosen === undefined ? {} : { chosen }) };
  const linesIn = (width: number) => type.lines(view, { ...terminal, columns: width, rows }, context);
  const picture = type.picture?.(view);
  if (!picture || isScreenReader) return { lines: await linesIn(columns) };
  const isBeside = columns >= WIDE && type.parts !== undefined;
  const beside = isBeside ? Math.floor(columns * SHARE_OF_LINES) : 0;
  const lines = await linesIn(isBeside ? beside : columns);
  const below = Math.min(lines.length, Math.max(2, Math.ceil(rows * SHARE_OF_LINES)));
  const pictureRoom = isBeside ? { columns: columns - beside - GAP, rows } : { columns, rows: rows - below };
  if (pictureRoom.rows < MIN_PICTURE_ROWS) return { lines };
  const bytes = await picture.bytes();
  const drawn = bytes && (await drawnPicture(device, bytes, picture.overlays(chosen), pictureRoom));
  if (!drawn) return { lines: [picture.absent(terminal), ...lines] };
  if (!isBeside) return { lines, picture: { ...drawn, isBeside } };
  const widest = Math.max(0, ...drawn.lines.map(widthOf));
  const width = (drawn.pictures.length > 0 || widest === 0 ? pictureRoom.columns : widest) + GAP;
  const padded = Array.from({ length: rows }, (_, row) => pad(drawn.lines[row] ?? '', width));
  return { lines, picture: { lines: padded, pictures: drawn.pictures, isBeside } };
}

import type { ResultView } from '@tryout/engine';
import { renderPicture, type DrawnPicture } from '../terminal/graphics/render-picture.ts';
import type { PictureDevice } from '../terminal/graphics/graphics.ts';
import { pad, getWidth } from '../terminal/index.ts';
import type { Size } from '../terminal/terminal.ts';
import { absenceLines, getRenderer } from './render-result.ts';
import { SCROLLED } from './renderer.ts';

/** A drawn result: scrollable lines, and possibly a fixed picture. */
export interface Drawing {
  readonly lines: readonly string[];
  /** Left of the lines, padded to one width, or above them. */
  readonly picture?: DrawnPicture & { readonly isSideBySide: boolean };
}

interface DrawOptions {
  readonly saved: readonly string[] | undefined;
  readonly room: Size;
  readonly chosen: number | undefined;
}

/** Minimum width to show the picture left of the lines. */
const WIDE = 72;
const LINES_SHARE = 0.4;
const GAP = 2;
const MIN_PICTURE_ROWS = 4;

export async function drawResult(
  view: ResultView,
  device: PictureDevice,
  { saved = [], room: { columns, rows }, chosen }: DrawOptions,
): Promise<Drawing> {
  const { terminal } = device;
  const renderer = getRenderer(view);
  const linesIn = (width: number) =>
    renderer
      .drawn(view, { ...terminal, columns: width, rows }, { saved, limits: SCROLLED, chosen })
      .replace(/\n$/, '')
      .split('\n');
  const picture = renderer.picture?.(view);
  if (!picture || terminal.isScreenReader) return { lines: linesIn(columns) };
  const isSideBySide = columns >= WIDE && renderer.parts !== undefined;
  const lineColumns = isSideBySide ? Math.floor(columns * LINES_SHARE) : columns;
  const lines = linesIn(lineColumns);
  const lineRows = Math.min(lines.length, Math.max(2, Math.ceil(rows * LINES_SHARE)));
  const pictureRoom = isSideBySide
    ? { columns: columns - lineColumns - GAP, rows }
    : { columns, rows: rows - lineRows };
  if (pictureRoom.rows < MIN_PICTURE_ROWS) return { lines };
  const bytes = await picture.bytes();
  const drawn = bytes && (await renderPicture(device, bytes, picture.overlays(chosen), pictureRoom));
  if (!drawn) return { lines: [...absenceLines(picture, terminal), ...lines] };
  if (!isSideBySide) return { lines, picture: { ...drawn, isSideBySide } };
  const widest = Math.max(0, ...drawn.lines.map(getWidth));
  const width = (drawn.pictures.length > 0 || widest === 0 ? pictureRoom.columns : widest) + GAP;
  const padded = Array.from({ length: rows }, (_, row) => pad(drawn.lines[row] ?? '', width));
  return { lines, picture: { lines: padded, pictures: drawn.pictures, isSideBySide } };
}

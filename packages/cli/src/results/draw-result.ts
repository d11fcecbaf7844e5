import type { ResultView } from '@tryout/engine';
import { renderImage, type DrawnImage } from '../terminal/graphics/render-image.ts';
import type { ImageDevice } from '../terminal/graphics/graphics.ts';
import { pad, getWidth } from '../terminal/index.ts';
import type { Size } from '../terminal/terminal.ts';
import { absenceLines, getRenderer } from './render-result.ts';
import { SCROLLED, type ResultContext } from './renderer.ts';

/** A drawn result: scrollable lines, and possibly a fixed image. */
export interface Drawing {
  readonly lines: readonly string[];
  /** Left of the lines, padded to one width, or above them. */
  readonly image?: DrawnImage & { readonly isSideBySide: boolean };
}

interface DrawOptions extends Pick<ResultContext, 'partIndex'> {
  readonly paths: readonly string[] | undefined;
  readonly room: Size;
}

/** Minimum width to show the image left of the lines. */
const WIDE = 72;
const LINES_SHARE = 0.4;
const GAP = 2;
const MIN_IMAGE_ROWS = 4;

export async function drawResult(
  view: ResultView,
  device: ImageDevice,
  { paths = [], room: { columns, rows }, partIndex }: DrawOptions,
): Promise<Drawing> {
  const { terminal } = device;
  const renderer = getRenderer(view);
  const linesIn = (width: number) =>
    renderer
      .draw(view, { ...terminal, columns: width, rows }, { paths, limits: SCROLLED, partIndex })
      .replace(/\n$/, '')
      .split('\n');
  const image = renderer.image?.(view);
  if (!image || terminal.isScreenReader) return { lines: linesIn(columns) };
  const isSideBySide = columns >= WIDE && renderer.parts !== undefined;
  const lineColumns = isSideBySide ? Math.floor(columns * LINES_SHARE) : columns;
  const lines = linesIn(lineColumns);
  const lineRows = Math.min(lines.length, Math.max(2, Math.ceil(rows * LINES_SHARE)));
  const imageRoom = isSideBySide
    ? { columns: columns - lineColumns - GAP, rows }
    : { columns, rows: rows - lineRows };
  if (imageRoom.rows < MIN_IMAGE_ROWS) return { lines };
  const bytes = await image.bytes();
  const drawing = bytes && (await renderImage(device, bytes, image.overlays(partIndex), imageRoom));
  if (!drawing) return { lines: [...absenceLines(image, terminal), ...lines] };
  if (!isSideBySide) return { lines, image: { ...drawing, isSideBySide } };
  const widest = Math.max(0, ...drawing.lines.map(getWidth));
  const width = (drawing.images.length > 0 || widest === 0 ? imageRoom.columns : widest) + GAP;
  const paddedLines = Array.from({ length: rows }, (_, row) => pad(drawing.lines[row] ?? '', width));
  return { lines, image: { lines: paddedLines, images: drawing.images, isSideBySide } };
}

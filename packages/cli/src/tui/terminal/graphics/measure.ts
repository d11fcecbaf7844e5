import type { Size } from '../../hooks/use-terminal.ts';
import type { CellSize } from './ask-terminal.ts';

/** Where a picture stands, in cells, and how many pixels are drawn. */
export interface Measure {
  readonly columns: number;
  readonly rows: number;
  /** The picture's own pixels. */
  readonly width: number;
  readonly height: number;
  /** The pixels of all its cells; what the picture leaves free on the right and below stays clear. */
  readonly canvasWidth: number;
  readonly canvasHeight: number;
}

/**
 * Fits a picture into a room of cells with its proportions kept. A small one is enlarged until each of its pixels is as
 * wide as a cell, as when it is drawn in blocks.
 * @param most how many pixels are worth sending
 * @param isExact whether pixels are drawn one to one; else the terminal enlarges them to fill the cells
 */
export function measure(
  picture: { readonly width: number; readonly height: number },
  room: Size,
  cell: CellSize,
  most: number,
  isExact: boolean,
): Measure {
  const limit = Math.sqrt(most / (picture.width * picture.height));
  const scale = Math.min(
    (room.columns * cell.width) / picture.width,
    (room.rows * cell.height) / picture.height,
    cell.width,
    isExact ? limit : Infinity,
  );
  const shown = { width: picture.width * scale, height: picture.height * scale };
  const columns = Math.max(1, Math.min(room.columns, Math.ceil(shown.width / cell.width - 0.01)));
  const rows = Math.max(1, Math.min(room.rows, Math.ceil(shown.height / cell.height - 0.01)));
  const density = isExact ? 1 : Math.min(1, limit / scale);
  const pixels = (length: number) => Math.max(1, Math.round(length * density));
  const canvasWidth = pixels(columns * cell.width);
  const canvasHeight = pixels(rows * cell.height);
  return {
    columns,
    rows,
    canvasWidth,
    canvasHeight,
    width: Math.min(canvasWidth, pixels(shown.width)),
    height: Math.min(canvasHeight, pixels(shown.height)),
  };
}

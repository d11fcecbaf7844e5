import { drawPicture, withoutColors, type Overlays } from '../index.ts';
import { openPicture, type OpenPicture } from '../picture/decode.ts';
import { tooLarge } from '../picture/draw-picture.ts';
import type { Size } from '../terminal.ts';
import type { PlacedPicture } from './picture-layer.ts';
import { compose } from './compose.ts';
import { graphicsOf, type CellSize, type Graphics, type PictureDevice } from './graphics.ts';
import { itermPicture, kittyPicture, sixelPicture } from './protocols.ts';

/** A picture on the screen. Terminal graphics are shown over empty lines. */
export interface DrawnPicture {
  readonly lines: readonly string[];
  /** Positions are relative to these lines. */
  readonly pictures: readonly PlacedPicture[];
}

/** More pixels take too long to send, especially over SSH. */
const MAX_PIXELS = { here: 1_000_000, overSsh: 300_000 };
/** Sixel draws six rows of pixels at once. */
const SIXEL_ROWS = 6;

/**
 * Draws a picture file with boxes and masks, as terminal graphics if supported, otherwise as blocks or ASCII. Undefined
 * if it cannot be decoded, a note if it is too large. `TRYOUT_GRAPHICS` (kitty, iterm, sixel, blocks, none) overrides
 * the detection.
 */
export async function renderPicture(
  picker: PictureDevice,
  bytes: Uint8Array,
  overlays: Overlays,
  room: Size,
): Promise<DrawnPicture | undefined> {
  const graphics = await graphicsOf(picker);
  const { mode } = graphics;
  if (mode !== 'blocks' && mode !== 'none') {
    const { SSH_TTY, SSH_CONNECTION } = picker.environment;
    const maxPixels = MAX_PIXELS[SSH_TTY || SSH_CONNECTION ? 'overSsh' : 'here'];
    const picture = await openPicture(bytes);
    if (!picture) return undefined;
    if (picture.isTooLarge) return { lines: tooLarge(picker.terminal, room), pictures: [] };
    return realPicture(picture, overlays, room, graphics, maxPixels);
  }
  const terminal = mode === 'none' ? withoutColors(picker.terminal) : picker.terminal;
  const drawn = await drawPicture(bytes, terminal, overlays, room);
  return drawn && { lines: drawn.lines, pictures: [] };
}

async function realPicture(
  picture: OpenPicture,
  overlays: Overlays,
  room: Size,
  { mode, cell, colors }: Graphics,
  maxPixels: number,
): Promise<DrawnPicture | undefined> {
  const isSixel = mode === 'sixel';
  const fitted = measure(picture, room, cell, maxPixels, isSixel);
  const height = Math.max(SIXEL_ROWS, fitted.height - (fitted.height % SIXEL_ROWS));
  const measured = isSixel ? { ...fitted, height } : fitted;
  try {
    const composed = await compose(picture, overlays, measured);
    const drawn = isSixel
      ? await sixelPicture(await composed.pixels(), measured, colors)
      : (mode === 'kitty' ? kittyPicture : itermPicture)(await composed.png(), measured);
    const { rows, columns } = measured;
    const placed = { row: 0, column: 0, rows, columns, ...drawn };
    return { lines: Array.from({ length: rows }, () => ''), pictures: [placed] };
  } catch {
    // A truncated file: only its header could be read.
    return undefined;
  }
}

export interface Measure {
  readonly columns: number;
  readonly rows: number;
  /** The picture's own pixels. */
  readonly width: number;
  readonly height: number;
  /** The pixels of all its cells, including the transparent margin. */
  readonly canvasWidth: number;
  readonly canvasHeight: number;
}

/**
 * Fits a picture into an area of cells and keeps its aspect ratio. Enlarges a small one until each pixel is as wide as
 * a cell.
 * @param maxPixels the number of pixels to send
 * @param isExact whether pixels are shown one to one; otherwise the terminal scales them to the cells
 */
function measure(
  picture: { readonly width: number; readonly height: number },
  room: Size,
  cell: CellSize,
  maxPixels: number,
  isExact: boolean,
): Measure {
  const limit = Math.sqrt(maxPixels / (picture.width * picture.height));
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

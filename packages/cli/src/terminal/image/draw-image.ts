import type { Size, Terminal } from '../terminal.ts';
import { backgroundColor, styleFor, type Rgb } from '../style.ts';
import { wrap } from '../width.ts';
import { annotate, type Label, type Overlays, openImage, type Canvas, type OpenImage } from './canvas.ts';

export type { Overlays };

const MAX_ROWS = 40;
/** Of the screen, so that what was printed before stays visible. */
const MAX_SHARE = 0.5;

export function tooLarge(terminal: Terminal, { columns }: Pick<Size, 'columns'>): string[] {
  return wrap('This image is too large to preview.', columns)
    .split('\n')
    .map((line) => styleFor(terminal).dim(line));
}

function roomFor({ columns, rows }: Terminal): Size {
  return { columns, rows: Math.max(4, Math.min(MAX_ROWS, Math.floor(rows * MAX_SHARE))) };
}

/**
 * Draws an image file (PNG, JPEG, WebP, GIF, AVIF, TIFF) with colored half blocks; a note if it is too large. Undefined
 * if it cannot be decoded, or if the terminal has no such characters or too few colors.
 */
export async function drawImage(
  bytes: Uint8Array,
  terminal: Terminal,
  overlays: Overlays = {},
  room: Size = roomFor(terminal),
): Promise<readonly string[] | undefined> {
  const { colors, unicode } = terminal;
  if (!unicode || (colors !== 'truecolor' && colors !== '256')) return undefined;
  const image = await openImage(bytes);
  if (!image) return undefined;
  if (image.isTooLarge) return tooLarge(terminal, room);
  return blockLines(image, terminal, overlays, room).catch(() => undefined);
}

const UPPER_HALF = '▀';

/** Fits an image into the room, with two pixels per cell. It is never enlarged. */
async function blockLines(
  image: OpenImage,
  terminal: Terminal,
  overlays: Overlays,
  room: Size,
): Promise<readonly string[]> {
  const scale = Math.min(1, room.columns / image.width, (room.rows * 2) / image.height);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const { canvas, labels } = await annotate(image, overlays, { width, height }, 1);
  const numbers = numberCells(labels, canvas, terminal);
  const style = styleFor(terminal);
  const cell = (column: number, row: number) => {
    const upper = style.rgb(...pixelAt(canvas, column, row * 2));
    // The last row of an odd height has no lower half.
    const isHalf = row * 2 + 1 >= height;
    return (isHalf ? upper : upper.bgRgb(...pixelAt(canvas, column, row * 2 + 1)))(UPPER_HALF);
  };
  return Array.from({ length: Math.ceil(height / 2) }, (_, row) =>
    Array.from({ length: width }, (_, column) => numbers.get(row * width + column) ?? cell(column, row)).join(
      '',
    ),
  );
}

function pixelAt({ width, pixels }: Canvas, x: number, y: number): Rgb {
  const at = (y * width + x) * 3;
  return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
}

/** The digits of the labels by their cell, counted row by row; later labels cover earlier ones. */
function numberCells(labels: readonly Label[], { width }: Canvas, terminal: Terminal) {
  const cells = new Map<number, string>();
  for (const { number, tone, x, y } of labels) {
    const digits = String(number).slice(0, width);
    const first = Math.floor(y / 2) * width + Math.min(x, width - digits.length);
    for (const [index, digit] of [...digits].entries())
      cells.set(first + index, backgroundColor(terminal, tone)(digit));
  }
  return cells;
}

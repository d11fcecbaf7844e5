import { randomInt } from 'node:crypto';
import { drawImage, type Overlays } from '../index.ts';
import { annotate, drawNumber, openImage, type ImageSize, type OpenImage } from '../image/canvas.ts';
import { tooLarge } from '../image/draw-image.ts';
import type { Size } from '../terminal.ts';
import { detectGraphics, type CellSize, type Graphics, type ImageDevice } from './graphics.ts';
import type { PlacedImage } from './image-layer.ts';

/** An image on the screen. Terminal graphics are shown over empty lines. */
export interface DrawnImage {
  readonly lines: readonly string[];
  /** Positions are relative to these lines. */
  readonly images: readonly PlacedImage[];
}

/** More pixels take too long to send, especially over SSH. */
const MAX_PIXELS = { here: 1_000_000, overSsh: 300_000 };
/** Sixel draws six rows of pixels at once. */
const SIXEL_ROWS = 6;
/** The line width of boxes, as a share of a cell's height. */
const LINE = 1 / 8;

/**
 * Draws an image file with boxes and masks, as terminal graphics if supported, otherwise as blocks. Undefined if it
 * cannot be shown, a note if it is too large. `TRYOUT_GRAPHICS` (kitty, iterm, sixel, blocks, none) overrides the
 * detection.
 */
export async function renderImage(
  picker: ImageDevice,
  bytes: Uint8Array,
  overlays: Overlays,
  room: Size,
): Promise<DrawnImage | undefined> {
  const graphics = await detectGraphics(picker);
  const { mode } = graphics;
  if (mode === 'none') return undefined;
  if (mode === 'blocks') {
    const lines = await drawImage(bytes, picker.terminal, overlays, room);
    return lines && { lines, images: [] };
  }
  const { SSH_TTY, SSH_CONNECTION } = picker.environment;
  const maxPixels = MAX_PIXELS[SSH_TTY || SSH_CONNECTION ? 'overSsh' : 'here'];
  const image = await openImage(bytes);
  if (!image) return undefined;
  if (image.isTooLarge) return { lines: tooLarge(picker.terminal, room), images: [] };
  // A truncated file: only its header could be read.
  return realImage(image, overlays, room, graphics, maxPixels).catch(() => undefined);
}

async function realImage(
  image: OpenImage,
  overlays: Overlays,
  room: Size,
  { mode, cell, colors }: Graphics,
  maxPixels: number,
): Promise<DrawnImage> {
  const isSixel = mode === 'sixel';
  const { columns, rows, width, height, right, bottom } = measure(image, room, cell, maxPixels, isSixel);
  const cellHeight = (height + bottom) / rows;
  const line = Math.max(2, Math.round(cellHeight * LINE));
  const { canvas, labels } = await annotate(image, overlays, { width, height }, line);
  for (const label of labels) drawNumber(canvas, label, cellHeight);
  const { default: sharp } = await import('sharp');
  const bitmap = sharp(canvas.pixels, { raw: { width, height, channels: 3 } }).ensureAlpha();
  // The rest of its cells is transparent.
  const extend = () => bitmap.extend({ right, bottom, background: '#0000' }).png().toBuffer();
  const draw = isSixel
    ? await sixelImage(await bitmap.raw().toBuffer(), { width, height }, colors)
    : (mode === 'kitty' ? kittyImage : itermImage)(await extend(), { columns, rows });
  const lines = Array.from({ length: rows }, () => '');
  return { lines, images: [{ row: 0, column: 0, rows, columns, ...draw }] };
}

/**
 * Fits an image into an area of cells and keeps its aspect ratio. Enlarges a small one until each pixel is as wide as
 * a cell.
 * @param maxPixels the number of pixels to send
 * @param isExact whether pixels are shown one to one (sixel); otherwise the terminal scales them to the cells
 * @returns its own pixels, and the transparent padding at the right and the bottom that fills its cells
 */
function measure(image: ImageSize, room: Size, cell: CellSize, maxPixels: number, isExact: boolean) {
  const limit = Math.sqrt(maxPixels / (image.width * image.height));
  const scale = Math.min(
    (room.columns * cell.width) / image.width,
    (room.rows * cell.height) / image.height,
    cell.width,
    isExact ? limit : Infinity,
  );
  const size = { width: image.width * scale, height: image.height * scale };
  const columns = Math.max(1, Math.min(room.columns, Math.ceil(size.width / cell.width - 0.01)));
  const rows = Math.max(1, Math.min(room.rows, Math.ceil(size.height / cell.height - 0.01)));
  const density = isExact ? 1 : Math.min(1, limit / scale);
  const pixels = (length: number) => Math.max(1, Math.round(length * density));
  const allWidth = pixels(columns * cell.width);
  const allHeight = pixels(rows * cell.height);
  const width = Math.min(allWidth, pixels(size.width));
  const maxHeight = Math.min(allHeight, pixels(size.height));
  const height = isExact ? Math.max(SIXEL_ROWS, maxHeight - (maxHeight % SIXEL_ROWS)) : maxHeight;
  return { columns, rows, width, height, right: allWidth - width, bottom: allHeight - height };
}

/** Maximum payload of one sequence (kitty's graphics protocol, "Remote client"). */
const CHUNK = 4096;

/** kitty's graphics protocol: shows and removes a PNG file without moving the cursor. */
function kittyImage(png: Buffer, { columns, rows }: Size): { draw: string; erase: string } {
  // Random, because other programs in the same terminal use IDs too.
  const number = randomInt(1, 0x7fff_ffff);
  const base64 = png.toString('base64');
  const control = `a=T,f=100,t=d,i=${number},c=${columns},r=${rows},C=1,q=2`;
  let draw = '';
  for (let at = 0; at < base64.length; at += CHUNK) {
    const more = at + CHUNK < base64.length ? 1 : 0;
    draw += `\u001b_G${at === 0 ? `${control},` : 'q=2,'}m=${more};${base64.slice(at, at + CHUNK)}\u001b\\`;
  }
  return { draw, erase: `\u001b_Ga=d,d=I,i=${number},q=2\u001b\\` };
}

/** iTerm2's inline image protocol, which other terminals support as well. */
function itermImage(file: Buffer, { columns, rows }: Size): { draw: string } {
  const size = `size=${file.length};width=${columns};height=${rows};preserveAspectRatio=0`;
  return { draw: `\u001b]1337;File=inline=1;${size};doNotMoveCursor=1:${file.toString('base64')}\u0007` };
}

/** Keeps the background of transparent pixels, and uses square pixels. */
const KEEP_GROUND = 1;

/** @param pixels four bytes each (red, green, blue, alpha) */
async function sixelImage(pixels: Buffer, { width, height }: ImageSize, colors: number) {
  const { image2sixel } = await import('sixel/lib/SixelEncoder.js');
  // A copy, because the function reads the entire buffer behind the pixels.
  return { draw: image2sixel(new Uint8Array(pixels), width, height, colors, KEEP_GROUND) };
}

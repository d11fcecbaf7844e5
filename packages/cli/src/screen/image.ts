import { SNIFF_BYTES, sniffContentType, createMaskBudget, maskCenter, type Box } from '@tryout/engine';
import type { Metadata } from 'sharp';
import { onPaletteColor, paletteColor, type Rgb, backgroundColor, styleFor } from './style.ts';
import type { Size, Terminal } from './terminal.ts';
import { wrap } from './width.ts';

/** Protects against decompression bombs. */
const MAX_PIXELS = 150_000_000;
/** The limit for images that cannot be decoded row by row. */
const MAX_DECODED_BYTES = 256_000_000;
/** As well as interlaced PNG and progressive JPEG. */
const wholeFormats = new Set(['gif', 'webp', 'heif']);
/** Bytes per sample, by sharp's names. */
const sampleBytes: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const LARGEST_SAMPLE = 8;

/** Raster formats that sharp reads. SVG is excluded for security. */
const readable = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
]);

/** An image's size, with the rotation in its metadata applied. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels of three bytes (red, green, blue), row by row from the top left corner. */
interface Canvas extends ImageSize {
  readonly pixels: Uint8Array;
}

/** An image file; its pixels are decoded on demand. */
export type OpenImage = NonNullable<Awaited<ReturnType<typeof openImage>>>;

/** Opens an image; undefined if it cannot be decoded. */
export async function openImage(bytes: Uint8Array) {
  const type = await sniffContentType(bytes.subarray(0, SNIFF_BYTES));
  if (!type || !readable.has(type)) return undefined;
  // Its native part is an optional package.
  const { default: sharp } = await import('sharp').catch(() => ({ default: undefined }));
  if (!sharp) return undefined;
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, autoOrient: true, failOn: 'none' });
  const scale = (width: number, height: number, background: string) =>
    open().flatten({ background }).resize(width, height, { fit: 'fill' }).raw({ depth: 'uchar' });
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const isTooLarge = exceedsMemory(metadata);
    const check = () => {
      if (isTooLarge) throw new Error('The image is too large to decode');
    };
    return {
      ...metadata.autoOrient,
      isTooLarge,
      /** The image on a white background, scaled to a size. */
      async scaled(width: number, height: number): Promise<Canvas> {
        check();
        return { width, height, pixels: await scale(width, height, '#fff').toColourspace('srgb').toBuffer() };
      },
      /** Its lightness, one byte per pixel; black where it is transparent. */
      async lightness(width: number, height: number): Promise<Uint8Array> {
        check();
        return scale(width, height, '#000').grayscale().toBuffer();
      },
    };
  } catch {
    return undefined;
  }
}

function exceedsMemory({ width, height, channels, depth, format, isProgressive }: Metadata): boolean {
  const pixels = width * height;
  if (pixels > MAX_PIXELS) return true;
  if (!isProgressive && !wholeFormats.has(format)) return false;
  return pixels * channels * (sampleBytes[depth] ?? LARGEST_SAMPLE) > MAX_DECODED_BYTES;
}

/** Drawn over an image. Undefined items are skipped; the others keep their numbers. */
export interface Overlays {
  /** Outlined and numbered, in pixels of the image. */
  readonly boxes?: readonly (Box | undefined)[];
  /** Files of grayscale images, white inside; blended in and numbered. */
  readonly masks?: readonly (Uint8Array | undefined)[];
  /** The color of each box or mask, as in `tonesFor`. */
  readonly tones?: readonly number[];
}

/** The number of a box (at its top left corner) or a mask (in its center), and the pixel where it belongs. */
interface Label {
  readonly number: number;
  readonly tone: number;
  readonly x: number;
  readonly y: number;
}

/** Opacity of a mask's color where it is white: in the terminal and in saved images. */
export const MASK_OPACITY = 0.5;

/**
 * Scales an image, blends masks into it and outlines boxes, the first ones on top.
 * @param line the width of outlines in pixels
 * @throws if the image cannot be decoded
 */
export async function annotate(
  image: OpenImage,
  { boxes = [], masks = [], tones = [] }: Overlays,
  { width, height }: ImageSize,
  line: number,
): Promise<{ readonly canvas: Canvas; readonly labels: readonly Label[] }> {
  const canvas = await image.scaled(width, height);
  const labels: Label[] = [];
  for await (const { index, lightness } of readMasks(canvas, masks)) {
    const tone = tones[index] ?? index;
    blend(canvas, lightness, paletteColor(tone));
    const center = maskCenter(lightness, width, height);
    if (!center) continue;
    const [x, y] = [Math.floor(center.x * width), Math.floor(center.y * height)];
    labels.push({ number: index + 1, tone, x, y });
  }
  for (const [index, box] of [...boxes.entries()].reverse()) {
    if (!box) continue;
    const tone = tones[index] ?? index;
    const across = span(box.xmin, box.xmax, width / image.width, width);
    const down = span(box.ymin, box.ymax, height / image.height, height);
    outline(canvas, across, down, line, paletteColor(tone));
    labels.push({ number: index + 1, tone, x: across[0], y: down[0] });
  }
  return { canvas, labels };
}

/** Decodes masks one by one, since each is as large as the canvas. Skips unreadable ones, and too many pixels. */
export async function* readMasks(
  { width, height }: ImageSize,
  masks: readonly (Uint8Array | undefined)[],
  signal?: AbortSignal,
) {
  const mayDecode = createMaskBudget();
  for (const [index, bytes] of masks.entries()) {
    signal?.throwIfAborted();
    const image = bytes && (await openImage(bytes));
    if (!image || image.isTooLarge || !mayDecode(image)) continue;
    const lightness = await image.lightness(width, height).catch(() => undefined);
    if (lightness) yield { index, lightness };
  }
}

function blend({ pixels }: Canvas, mask: Uint8Array, color: Rgb): void {
  for (let at = 0; at < pixels.length; at += 1) {
    const share = (mask[Math.floor(at / 3)]! / 255) * MASK_OPACITY;
    pixels[at] = Math.round(pixels[at]! * (1 - share) + color[at % 3]! * share);
  }
}

type Span = readonly [first: number, last: number];

/** The first and last pixel of a side, clamped to the canvas. Swapped ends are corrected. */
function span(from: number, to: number, scale: number, length: number): Span {
  const within = (pixel: number) => Math.min(length - 1, Math.max(0, pixel));
  const first = within(Math.floor(Math.min(from, to) * scale));
  return [first, Math.max(first, within(Math.ceil(Math.max(from, to) * scale) - 1))];
}

function outline(canvas: Canvas, [left, right]: Span, [top, bottom]: Span, line: number, color: Rgb): void {
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1)
      if (Math.min(x - left, right - x, y - top, bottom - y) < line) setPixel(canvas, x, y, color);
}

function setPixel({ width, pixels }: Canvas, x: number, y: number, color: Rgb): void {
  pixels.set(color, (y * width + x) * 3);
}

/** Digits of 3 by 5 dots, each row as the bits of an octal digit. There may be no fonts. */
const digits = ['75557', '26227', '71747', '71717', '55711', '74717', '74757', '71111', '75757', '75717'];
const DIGIT_WIDTH = 4;
const ROWS = 7;

/**
 * Draws a number on a colored background.
 * @param height in pixels
 */
export function drawNumber(canvas: Canvas, { number, tone, x, y }: Label, height: number): void {
  const dot = Math.max(1, Math.round(height / ROWS));
  const glyphs = [...String(number)].map((digit) => digits[Number(digit)]!);
  const columns = glyphs.length * DIGIT_WIDTH + 1;
  const left = Math.max(0, Math.min(x, canvas.width - columns * dot));
  const top = Math.max(0, Math.min(y, canvas.height - ROWS * dot));
  for (let row = 0; row < Math.min(ROWS * dot, canvas.height); row += 1) {
    for (let column = 0; column < Math.min(columns * dot, canvas.width); column += 1) {
      const across = Math.floor(column / dot) - 1;
      const bits = Number(glyphs[Math.floor(across / DIGIT_WIDTH)]?.[Math.floor(row / dot) - 1] ?? 0);
      const isInk = (bits & (4 >> (across % DIGIT_WIDTH))) !== 0;
      setPixel(canvas, left + column, top + row, isInk ? onPaletteColor(tone) : paletteColor(tone));
    }
  }
}

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

/* oxlint-disable no-control-regex -- these are the characters to find */
import { EventEmitter } from 'node:events';
import type { Environment, Terminal, Size } from './terminal.ts';
import { randomInt } from 'node:crypto';
import { drawImage, type Overlays } from './index.ts';
import { annotate, drawNumber, openImage, type ImageSize, type OpenImage, tooLarge } from './image.ts';
import type { PlacedImage } from './image-layer.ts';

/** kitty's graphics protocol, inline images of iTerm2, sixel (DEC), or colored half blocks. */
const modes = ['kitty', 'iterm', 'sixel', 'blocks', 'none'] as const;
type GraphicsMode = (typeof modes)[number];

/** tmux and screen pass on only the sequences they support. */
function isMultiplexed(environment: Environment): boolean {
  return (
    Boolean(environment['TMUX'] ?? environment['STY']) || /^(?:tmux|screen)/.test(environment['TERM'] ?? '')
  );
}

function modeByTerminalName(environment: Environment): GraphicsMode | undefined {
  if (isMultiplexed(environment)) return undefined;
  const { TERM = '', TERM_PROGRAM = '', LC_TERMINAL = '', KITTY_WINDOW_ID } = environment;
  if (KITTY_WINDOW_ID || /kitty|ghostty/i.test(TERM) || /ghostty/i.test(TERM_PROGRAM)) return 'kitty';
  return /^(?:iTerm\.app|mintty|WezTerm)$/.test(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2'
    ? 'iterm'
    : undefined;
}

/** Terminals without graphics; some print the queries as text. */
function lacksGraphics(environment: Environment): boolean {
  return (
    environment['TERM_PROGRAM'] === 'Apple_Terminal' ||
    /^(?:dumb|linux|vt\d+)$/.test(environment['TERM'] ?? '')
  );
}

/** The size of a cell in pixels. */
interface CellSize {
  readonly width: number;
  readonly height: number;
}

interface TerminalAnswers {
  kitty?: boolean;
  /** Sixel support (device attribute 4). */
  sixel?: boolean;
  cell?: CellSize;
  /** The size of all its cells, in pixels. */
  area?: CellSize;
  /** The maximum size of a sixel image. XTerm answers only this query. */
  largest?: CellSize;
  /** The maximum number of colors of a sixel image. */
  colors?: number;
}

const KITTY = '\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\';
const SIZES_AND_COLORS = '\u001b[16t\u001b[14t\u001b[?1;1;0S\u001b[?2;1;0S';
/** Device attributes (DA1): every terminal answers this query, after the others. */
const LAST = '\u001b[c';

/** In milliseconds. */
const REPLY_TIMEOUT = 150;

const last = /^\u001b\[\?([\d;]*)c$/;

const readers: readonly [form: RegExp, read: (answers: TerminalAnswers, match: RegExpExecArray) => void][] = [
  [/^\u001b_Gi=31;OK/, (answers) => (answers.kitty = true)],
  [/^\u001b\[6;(\d+);(\d+)t$/, (answers, [, height, width]) => (answers.cell = getSize(width, height))],
  [/^\u001b\[4;(\d+);(\d+)t$/, (answers, [, height, width]) => (answers.area = getSize(width, height))],
  [
    /^\u001b\[\?2;0;(\d+);(\d+)S$/,
    (answers, [, width, height]) => (answers.largest = getSize(width, height)),
  ],
  [/^\u001b\[\?1;0;(\d+)/, (answers, [, colors]) => (answers.colors = Number(colors))],
  [last, (answers, [, all = '']) => (answers.sixel = all.split(';').slice(1).includes('4'))],
];

/**
 * Queries the terminal's graphics support. Late answers on slow connections are added to the same object, for the
 * next image.
 * @param asksKitty whether to query kitty's protocol; tmux would show that query as a title
 */
function askTerminal(device: TerminalDevice, asksKitty: boolean): Promise<TerminalAnswers> {
  const answers: TerminalAnswers = {};
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(answers), REPLY_TIMEOUT);
    const unsubscribe = device.onReply((reply) => {
      for (const [form, read] of readers) {
        const match = form.exec(reply);
        if (match) read(answers, match);
      }
      if (!last.test(reply)) return;
      clearTimeout(timer);
      unsubscribe();
      resolve(answers);
    });
    device.write((asksKitty ? KITTY : '') + SIZES_AND_COLORS + LAST);
  });
}

function getSize(width: string | undefined, height: string | undefined): CellSize {
  return { width: Number(width), height: Number(height) };
}

/** Where images are shown. */
export interface ImageDevice {
  readonly terminal: Terminal;
  readonly environment: Environment;
  readonly device: TerminalDevice;
}

type Graphics = Awaited<ReturnType<typeof detectGraphics>>;

/** Smaller than nearly all cells, so that an image never covers what is below it. */
const SMALL_CELL: CellSize = { width: 6, height: 12 };
/** Other protocols scale images to their cells. */
const USUAL_CELL: CellSize = { width: 10, height: 20 };
const MAX_COLORS = 256;

/** Detects how images are shown. Queries the terminal for the first image and after a resize. */
async function detectGraphics(picker: ImageDevice) {
  const { terminal, environment } = picker;
  const setting = environment['TRYOUT_GRAPHICS']?.trim().toLowerCase();
  const userMode =
    modes.find((mode) => mode === setting) ?? (terminal.colors === 'none' ? 'none' : undefined);
  const draws =
    userMode === undefined ? !lacksGraphics(environment) : userMode !== 'blocks' && userMode !== 'none';
  if (!draws || !terminal.movesCursor || terminal.isScreenReader)
    return { mode: userMode === 'none' ? 'none' : 'blocks', cell: USUAL_CELL, colors: MAX_COLORS };
  const { kitty, sixel, colors = MAX_COLORS, ...sizes } = await queryTerminal(picker);
  const detectedMode = kitty ? 'kitty' : (modeByTerminalName(environment) ?? (sixel ? 'sixel' : 'blocks'));
  const mode = userMode ?? detectedMode;
  const cell = getCell(sizes, terminal) ?? (mode === 'sixel' ? SMALL_CELL : USUAL_CELL);
  return { mode, cell, colors: Math.min(MAX_COLORS, Math.max(2, colors)) };
}

function queryTerminal({ terminal, device, environment }: ImageDevice): Promise<TerminalAnswers> {
  // The cell size may change with the number of cells.
  const cells = `${terminal.columns} ${terminal.rows}`;
  if (device.graphics?.cells !== cells)
    device.graphics = { cells, answers: askTerminal(device, !isMultiplexed(environment)) };
  return device.graphics.answers;
}

/** The cell size from the best plausible answer: some terminals answer with zeros. */
function getCell({ cell, area, largest }: TerminalAnswers, { columns, rows }: Terminal) {
  const getShare = (all?: CellSize) => all && { width: all.width / columns, height: all.height / rows };
  return [cell, getShare(area), getShare(largest)].find(
    (size) => size && size.width >= 3 && size.height >= size.width && size.height <= size.width * 4,
  );
}

/** Control sequences that query the terminal or copy text, and its replies. */
export interface TerminalDevice {
  write(sequence: string): void;
  /** Listens to the terminal's replies. @returns stops that */
  onReply(listener: (reply: string) => void): () => void;
  /** Cached replies for this number of cells. */
  graphics?: { readonly cells: string; readonly answers: Promise<TerminalAnswers> };
}

export function createTerminalDevice(write: (sequence: string) => void) {
  const replies = new EventEmitter<{ reply: [reply: string] }>();
  const device: TerminalDevice = {
    write,
    onReply(listener) {
      replies.on('reply', listener);
      return () => void replies.off('reply', listener);
    },
  };
  return Object.assign(device, { reply: (reply: string) => void replies.emit('reply', reply) });
}

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

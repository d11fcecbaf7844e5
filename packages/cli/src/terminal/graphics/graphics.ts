/* oxlint-disable no-control-regex -- these are the characters to find */

import { EventEmitter } from 'node:events';
import type { Environment, Terminal } from '../terminal.ts';

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
export interface CellSize {
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

export type Graphics = Awaited<ReturnType<typeof detectGraphics>>;

/** Smaller than nearly all cells, so that an image never covers what is below it. */
const SMALL_CELL: CellSize = { width: 6, height: 12 };
/** Other protocols scale images to their cells. */
const USUAL_CELL: CellSize = { width: 10, height: 20 };
const MAX_COLORS = 256;

/** Detects how images are shown. Queries the terminal for the first image and after a resize. */
export async function detectGraphics(picker: ImageDevice) {
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

/* eslint-disable no-control-regex -- these are the characters to find */

import type { TerminalDevice } from '../device.ts';

/** The size of a cell in pixels. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** What a terminal says of itself. */
export interface TerminalAnswers {
  /** It knows kitty's graphics protocol. */
  kitty?: boolean;
  /** It draws sixel (4 among its device attributes). */
  sixel?: boolean;
  cell?: CellSize;
  /** The size of all its cells, in pixels. */
  area?: CellSize;
  /** The size of the largest sixel picture: where the others are not told, as by XTerm, that of all cells or less. */
  largest?: CellSize;
  /** How many colours a sixel picture may have. */
  colours?: number;
}

const KITTY = '\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\';
const SIZES_AND_COLOURS = '\u001b[16t\u001b[14t\u001b[?1;1;0S\u001b[?2;1;0S';
/** Every terminal answers this one (DA1), and answers come in the order of the questions. */
const LAST = '\u001b[c';

/** Milliseconds after which a terminal is taken for one that does not answer. */
const PATIENCE = 150;

const last = /^\u001b\[\?([\d;]*)c$/;

const readers: readonly [form: RegExp, read: (answers: TerminalAnswers, found: RegExpExecArray) => void][] = [
  [/^\u001b_Gi=31;OK/, (answers) => (answers.kitty = true)],
  [/^\u001b\[6;(\d+);(\d+)t$/, (answers, [, height, width]) => (answers.cell = sizeOf(width, height))],
  [/^\u001b\[4;(\d+);(\d+)t$/, (answers, [, height, width]) => (answers.area = sizeOf(width, height))],
  [/^\u001b\[\?2;0;(\d+);(\d+)S$/, (answers, [, width, height]) => (answers.largest = sizeOf(width, height))],
  [/^\u001b\[\?1;0;(\d+)/, (answers, [, colours]) => (answers.colours = Number(colours))],
  [
    /^\u001b\[\?([\d;]*)c$/,
    (answers, [, all = '']) => (answers.sixel = all.split(';').slice(1).includes('4')),
  ],
];

/**
 * Asks the terminal what pictures it draws. What comes after the patience is put into the same answers, for the next
 * picture: the line may be slow.
 * @param asksKitty whether the terminal may be asked for kitty's protocol; inside tmux that would be shown as a title
 * @param before what it said earlier, which holds until it says something else
 */
export function askTerminal(
  device: TerminalDevice,
  asksKitty: boolean,
  before: TerminalAnswers = {},
): Promise<TerminalAnswers> {
  const answers: TerminalAnswers = { ...before };
  return new Promise((resolve) => {
    const patience = setTimeout(() => resolve(answers), PATIENCE);
    const stop = device.onReply((reply) => {
      for (const [form, read] of readers) {
        const found = form.exec(reply);
        if (found) read(answers, found);
      }
      if (!last.test(reply)) return;
      clearTimeout(patience);
      stop();
      resolve(answers);
    });
    device.write((asksKitty ? KITTY : '') + SIZES_AND_COLOURS + LAST);
  });
}

function sizeOf(width: string | undefined, height: string | undefined): CellSize {
  return { width: Number(width), height: Number(height) };
}

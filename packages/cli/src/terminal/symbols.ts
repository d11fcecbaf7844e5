import type { Terminal } from './terminal.ts';

interface Symbols {
  /** Stands where something was left out. */
  readonly ellipsis: string;
  readonly times: string;
  readonly separator: string;
  /** Steps of a growing bar within one cell, from nothing to full. */
  readonly fill: readonly string[];
  /** Heights of a small chart, from low to high. */
  readonly heights: readonly string[];
  readonly spinner: readonly string[];
  /** Stands before what is chosen. */
  readonly pointer: string;
}

const unicode: Symbols = {
  ellipsis: '…',
  times: '×',
  separator: ' · ',
  fill: ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'],
  heights: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  pointer: '❯ ',
};

const ascii: Symbols = {
  ellipsis: '...',
  times: 'x',
  separator: ', ',
  fill: ['', '#'],
  heights: ['_', '.', '-', '=', '+', '*', '%', '#'],
  spinner: ['|', '/', '-', '\\'],
  pointer: '> ',
};

/** Our own signs, as far as a terminal draws them. */
export function symbolsOf(terminal: Pick<Terminal, 'unicode'>): Symbols {
  return terminal.unicode ? unicode : ascii;
}

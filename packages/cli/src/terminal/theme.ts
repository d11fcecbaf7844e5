import type { ChalkInstance } from 'chalk';
import { styleFor, type Terminal } from './index.ts';

/** How things look, by what they are: in the terminal's own colors, which are made for its ground, light or dark. */
export interface Theme {
  /** A heading, and the last part of the path. */
  readonly title: ChalkInstance;
  /** What is less important. */
  readonly dim: ChalkInstance;
  /** What is chosen now, and what a key is called. */
  readonly accent: ChalkInstance;
  readonly good: ChalkInstance;
  readonly error: ChalkInstance;
  /** Letters of a text that were searched for. */
  readonly match: ChalkInstance;
  /** Stands before the chosen row. */
  readonly pointer: string;
  /** Stands before the others, as wide. */
  readonly margin: string;
  /** Between the parts of the path. */
  readonly arrow: string;
  /** A line across. */
  readonly rule: string;
  /** Something that is switched on, and off. */
  readonly on: string;
  readonly off: string;
}

/** The theme of a terminal; without colors all styles leave texts as they are. */
export function themeFor(terminal: Pick<Terminal, 'colors' | 'unicode'>): Theme {
  const style = styleFor(terminal);
  const { unicode } = terminal;
  return {
    title: style.bold,
    dim: style.dim,
    accent: style.cyan,
    good: style.green,
    error: style.red,
    match: style.bold.cyan,
    pointer: unicode ? '❯ ' : '> ',
    margin: '  ',
    arrow: unicode ? ' › ' : ' > ',
    rule: unicode ? '─' : '-',
    on: unicode ? '◉' : '[x]',
    off: unicode ? '○' : '[ ]',
  };
}

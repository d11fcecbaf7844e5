import { Chalk, type ChalkInstance } from 'chalk';
import type { Colors, Terminal } from './terminal.ts';

const levels = { none: 0, '16': 1, '256': 2, truecolor: 3 } as const;
const styles = new Map<Colors, ChalkInstance>();

/** How to color for a terminal (chalk's chain); gives texts back unchanged where there are no colors. */
export function styleFor({ colors }: Pick<Terminal, 'colors'>): ChalkInstance {
  const style = styles.get(colors) ?? new Chalk({ level: levels[colors] });
  styles.set(colors, style);
  return style;
}

/** A color's parts, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Middle tones: to be told apart, readable on black and on white, and under black letters. */
const tones: readonly Rgb[] = [
  [230, 86, 77],
  [63, 165, 91],
  [76, 141, 255],
  [217, 138, 0],
  [176, 107, 224],
  [18, 165, 181],
  [224, 86, 159],
  [138, 154, 58],
];

const basic = ['red', 'green', 'blue', 'yellow', 'magenta', 'cyan'] as const;
const basicGround = ['bgRed', 'bgGreen', 'bgBlue', 'bgYellow', 'bgMagenta', 'bgCyan'] as const;

/** The color of the nth thing that is to be told from others; they repeat after eight. */
export function toneOf(index: number): Rgb {
  return tones[index % tones.length]!;
}

/** Letters in the nth color. */
export function inked(terminal: Pick<Terminal, 'colors'>, index: number): ChalkInstance {
  const style = styleFor(terminal);
  return terminal.colors === '16' ? style[basic[index % basic.length]!] : style.rgb(...toneOf(index));
}

/** Black letters on the nth color. */
export function tagged(terminal: Pick<Terminal, 'colors'>, index: number): ChalkInstance {
  const style = styleFor(terminal).black;
  return terminal.colors === '16'
    ? style[basicGround[index % basicGround.length]!]
    : style.bgRgb(...toneOf(index));
}

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

/**
 * Marks the character at the cursor. The terminal's own cursor is put there instead of this style (see
 * `scripts/build/ink.mjs`), so that input methods and screen magnifiers find it.
 */
export const CURSOR_MARK = { open: '\u001b[7m', close: '\u001b[27m' };

/** A character, as it is shown, with the cursor on it. */
export function withCursor(shown: string): string {
  return CURSOR_MARK.open + shown + CURSOR_MARK.close;
}

/** A text without the mark. */
export function withoutCursor(text: string): string {
  return text.replaceAll(CURSOR_MARK.open, '').replaceAll(CURSOR_MARK.close, '');
}

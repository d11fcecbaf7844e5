import { Chalk, type ChalkInstance } from 'chalk';
import type { Colors, Terminal } from './terminal.ts';

const levels = { none: 0, '16': 1, '256': 2, truecolor: 3 } as const;
const styles = new Map<Colors, ChalkInstance>();

export function styleFor({ colors }: Pick<Terminal, 'colors'>): ChalkInstance {
  const style = styles.get(colors) ?? new Chalk({ level: levels[colors] });
  styles.set(colors, style);
  return style;
}

/** A color's channels, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Distinct mid-tones, readable on black and white and as background of black text. */
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

/** The nth color, repeating after eight. */
export function paletteColor(index: number): Rgb {
  return tones[index % tones.length]!;
}

/** Text in the nth color. */
export function textColor(terminal: Pick<Terminal, 'colors'>, index: number): ChalkInstance {
  const style = styleFor(terminal);
  return terminal.colors === '16' ? style[basic[index % basic.length]!] : style.rgb(...paletteColor(index));
}

/** Black text on the nth color. */
export function backgroundColor(terminal: Pick<Terminal, 'colors'>, index: number): ChalkInstance {
  const style = styleFor(terminal).black;
  return terminal.colors === '16'
    ? style[basicGround[index % basicGround.length]!]
    : style.bgRgb(...paletteColor(index));
}

/** Semantic styles in the terminal's own colors, which suit its background. */
export interface Theme {
  readonly title: ChalkInstance;
  readonly dim: ChalkInstance;
  readonly accent: ChalkInstance;
  readonly good: ChalkInstance;
  readonly error: ChalkInstance;
  /** Characters that match a search. */
  readonly match: ChalkInstance;
  readonly pointer: string;
  /** As wide as the pointer. */
  readonly margin: string;
  readonly arrow: string;
  readonly rule: string;
  readonly on: string;
  readonly off: string;
}

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
 * Marks the cursor. `scripts/build/ink.mjs` replaces this style with the terminal's own cursor, so that input methods
 * and screen magnifiers find it.
 */
export const CURSOR_MARK = { open: '\u001b[7m', close: '\u001b[27m' };

export function withCursor(character: string): string {
  return CURSOR_MARK.open + character + CURSOR_MARK.close;
}

export function withoutCursor(text: string): string {
  return text.replaceAll(CURSOR_MARK.open, '').replaceAll(CURSOR_MARK.close, '');
}

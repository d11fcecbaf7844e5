import type { ChalkInstance } from 'chalk';
import { styleFor } from './style.ts';
import type { Terminal } from './terminal.ts';

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

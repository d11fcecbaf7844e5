import { tones, visibleLine, type Tone } from '@tryout/engine';
import { Chalk, type ChalkInstance } from 'chalk';
import { getSymbols, type Colors, type Terminal } from './terminal.ts';
import { truncate } from './width.ts';

const levels = { none: 0, '16': 1, '256': 2, truecolor: 3 } as const;
const styles = new Map<Colors, ChalkInstance>();

export function styleFor({ colors }: Pick<Terminal, 'colors'>): ChalkInstance {
  const style = styles.get(colors) ?? new Chalk({ level: levels[colors] });
  styles.set(colors, style);
  return style;
}

/** A color's channels, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The color of a tone, which the engine assigns to labels. */
export function paletteColor(tone: number): Rgb {
  return parseColor(toneAt(tone).color);
}

/** The color of text on a tone. */
export function onPaletteColor(tone: number): Rgb {
  return parseColor(toneAt(tone).onColor);
}

function toneAt(tone: number): Tone {
  return tones[tone % tones.length]!;
}

/** @param color for example `#3166f4` */
function parseColor(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Text in the color of a tone. */
export function textColor(terminal: Pick<Terminal, 'colors'>, tone: number): ChalkInstance {
  return styleFor(terminal).hex(toneAt(tone).color);
}

/** Legible text on the color of a tone. */
export function backgroundColor(terminal: Pick<Terminal, 'colors'>, tone: number): ChalkInstance {
  const { color, onColor } = toneAt(tone);
  return styleFor(terminal).hex(onColor).bgHex(color);
}

/**
 * Marks the cursor. The patch of Ink replaces this style with the terminal's own cursor, so that input methods
 * and screen magnifiers find it.
 */
export const CURSOR_MARK = { open: '\u001b[7m', close: '\u001b[27m' };

export function withCursor(character: string): string {
  return CURSOR_MARK.open + character + CURSOR_MARK.close;
}

export function withoutCursor(text: string): string {
  return text.replaceAll(CURSOR_MARK.open, '').replaceAll(CURSOR_MARK.close, '');
}

/** The terminal's symbols, and semantic styles in its own colors, which suit its background. */
export type Theme = ReturnType<typeof themeFor>;

export function themeFor(terminal: Pick<Terminal, 'colors' | 'unicode'>) {
  const style = styleFor(terminal);
  const symbols = getSymbols(terminal);
  return {
    ...symbols,
    title: style.bold,
    dim: style.dim,
    accent: style.cyan,
    good: style.green,
    error: style.red,
    /** Characters that match a search. */
    match: style.bold.cyan,
    /** As wide as the pointer. */
    margin: '  ',
    /** One line of a text without control characters, cut to the given width. */
    cut: (text: string, width: number) => truncate(visibleLine(text), width, symbols.ellipsis),
  };
}

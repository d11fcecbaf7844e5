import ansi from 'ansi-styles';
import type { Rgb } from '../palette.ts';
import type { Terminal } from '../terminal.ts';

/** Colours as the codes that a terminal understands. */
export interface Paint {
  foreground(colour: Rgb): string;
  background(colour: Rgb): string;
  readonly noBackground: string;
  /** Back to the terminal's own colours. */
  readonly reset: string;
}

/** The nearest colours that a terminal has. */
export function paintFor({ colours }: Pick<Terminal, 'colours'>): Paint {
  const truecolor = colours === 'truecolor';
  return {
    foreground: (colour) =>
      truecolor ? ansi.color.ansi16m(...colour) : ansi.color.ansi256(ansi.rgbToAnsi256(...colour)),
    background: (colour) =>
      truecolor ? ansi.bgColor.ansi16m(...colour) : ansi.bgColor.ansi256(ansi.rgbToAnsi256(...colour)),
    noBackground: ansi.bgColor.close,
    reset: ansi.color.close + ansi.bgColor.close,
  };
}

import ansi from 'ansi-styles';
import type { Rgb } from '../palette.ts';
import type { Terminal } from '../terminal.ts';

/** Colors as the codes that a terminal understands. */
export interface Paint {
  foreground(color: Rgb): string;
  background(color: Rgb): string;
  readonly noBackground: string;
  /** Back to the terminal's own colors. */
  readonly reset: string;
}

/** The nearest colors that a terminal has. */
export function paintFor({ colors }: Pick<Terminal, 'colors'>): Paint {
  const truecolor = colors === 'truecolor';
  return {
    foreground: (color) =>
      truecolor ? ansi.color.ansi16m(...color) : ansi.color.ansi256(ansi.rgbToAnsi256(...color)),
    background: (color) =>
      truecolor ? ansi.bgColor.ansi16m(...color) : ansi.bgColor.ansi256(ansi.rgbToAnsi256(...color)),
    noBackground: ansi.bgColor.close,
    reset: ansi.color.close + ansi.bgColor.close,
  };
}

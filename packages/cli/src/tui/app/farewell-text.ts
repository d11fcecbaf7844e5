import { count, excerptOf } from '@tryout/engine';

/** More than this would push out of the scrollback what stood there before. */
const MOST_CHARACTERS = 20_000;
const MOST_LINES = 400;

/** The part of a long text that is left in the terminal. */
export interface Beginning {
  readonly beginning: string;
  /** How much is not there, and what would have kept it; undefined where nothing is left out. */
  readonly left?: string;
}

/** @param text made visible already */
export function beginningOf(text: string): Beginning {
  const { text: most } = excerptOf(text, { start: 0, end: 0 }, MOST_CHARACTERS);
  const beginning = most.split('\n', MOST_LINES).join('\n').trimEnd();
  const left = text.length - beginning.length;
  if (left === 0) return { beginning };
  return { beginning, left: `(${count(left)} more characters; s saves all of it before you leave)` };
}

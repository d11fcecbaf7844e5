import { beginningOf } from './beginning-of.ts';

/** A stretch of a text; `start` is the UTF-16 position of its first code unit. */
export interface Passage {
  text: string;
  start: number;
}

/** How much of `text`, which is longer than `longest`, goes into its first passage. */
function passageLength(text: string, longest: number): number {
  const window = beginningOf(text, longest);
  const sentenceEnd = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => window.lastIndexOf(mark))) + 1;
  if (sentenceEnd > longest / 2) return sentenceEnd;
  const space = window.lastIndexOf(' ') + 1;
  return space > 0 ? space : window.length;
}

/**
 * Cuts a text into passages of at most `longest` code units, which joined are the text: behind the last sentence of the
 * second half, else behind the last space, else anywhere between two characters.
 */
export function passagesOf(text: string, longest: number): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  while (text.length - start > longest) {
    const length = passageLength(text.slice(start, start + longest + 1), longest);
    passages.push({ text: text.slice(start, start + length), start });
    start += length;
  }
  passages.push({ text: text.slice(start), start });
  return passages;
}

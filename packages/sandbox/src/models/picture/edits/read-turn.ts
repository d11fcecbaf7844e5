import type { Edit } from './edit-words.ts';
import { flip, mirror, turnAround, turnLeft, turnRight } from './turn.ts';

/** The rows of the card's table for {@link readTurn}. */
export const turnRows = `| rotate, with or without 90 or 270 degrees | a quarter or three, clockwise unless the words hold left, anticlockwise, anti-clockwise or counter-clockwise |
| turn | the same, if one of these words, right, clockwise or 90 follows |
| rotate, turn … 180, around, over | half a turn |
| flip, upside down | top and bottom change places; left and right do if the words hold horizontally or left |
| mirror | left and right change places; top and bottom do if the words hold vertically or top |`;

/**
 * The turn or reflection that the words of a part of a prompt name, which starts with the verb and ends before the next
 * edit; undefined when it names none, as "turn the cat into a tiger".
 */
export function readTurn(words: readonly string[]): Edit | undefined {
  const [verb = '', next] = words;
  const has = (...forms: string[]) => forms.some((form) => words.includes(form));
  if (verb === 'upside' && next === 'down') return flip;
  if (/^(flip|mirror)/.test(verb)) {
    const sideways = has('horizontally', 'horizontal', 'left', 'sideways');
    const upright = has('vertically', 'vertical', 'top', 'upside');
    if (sideways && upright) return turnAround;
    if (sideways || upright) return sideways ? mirror : flip;
    return verb.startsWith('flip') ? flip : mirror;
  }
  if (!/^(rotat|turn)/.test(verb)) return undefined;
  if (has('180', 'around', 'over')) return turnAround;
  const leftwards = has('left', 'anticlockwise', 'counterclockwise', 'anti', 'counter');
  const isTurn = verb.startsWith('rotat') || leftwards || has('right', 'clockwise', '90', '270');
  if (!isTurn) return undefined;
  return leftwards === has('270') ? turnRight : turnLeft;
}

import type { Picture } from '../../../media/picture.ts';
import { wordsOf } from '../words/lexicon.ts';
import { blur } from './blur.ts';
import { edges } from './edges.ts';
import { pixelate } from './pixelate.ts';
import { brighter, darker, greyscale, negative, sepia } from './recolour.ts';
import { flip, mirror, turnAround, turnLeft, turnRight } from './turn.ts';

export type Edit = (picture: Picture) => Picture;

const edits: readonly [RegExp, Edit][] = [
  [/^(flip|mirror)\w* horizontal\w*|^mirror\w*/, mirror],
  [/^flip\w*|^upside down/, flip],
  [/^(rotat|turn)\w*( \w+){0,3} (left|anticlockwise|counterclockwise|270)\b/, turnLeft],
  [/^(rotat|turn)\w*( \w+){0,3} (180|around|over)\b/, turnAround],
  [/^rotat\w*|^turn\w*( \w+){0,3} (right|clockwise|90)\b/, turnRight],
  [/^(negative|invert\w*)/, negative],
  [/^(gr[ae]y(scale)?|monochrome|black and white)\b/, greyscale],
  [/^sepia/, sepia],
  [/^(blur\w*|soften)/, blur],
  [/^(pixelate\w*|mosaic)/, pixelate],
  [/^(edges?|outlines?|sketch|drawing)\b/, edges],
  [/^(bright\w*|lighter|lighten)\b/, brighter],
  [/^(dark\w*)\b/, darker],
];

/** The edits that the words of a prompt name, in their order; none when it names none. */
export function readEdits(prompt: string): Edit[] {
  const words = wordsOf(prompt);
  const found: Edit[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const rest = words.slice(at).join(' ');
    for (const [pattern, edit] of edits) {
      const match = pattern.exec(rest);
      if (!match) continue;
      found.push(edit);
      at += wordsOf(match[0]).length - 1;
      break;
    }
  }
  return found;
}

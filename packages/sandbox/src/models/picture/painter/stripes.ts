import { wordsOf } from '../words/lexicon.ts';

/** The rule of {@link drawStripes} in words, for cards. */
export const stripeRule = `Each word becomes an upright stripe, from left to right, as wide as its part of all letters. Its hue in degrees is 37 times
the sum of the code points of its letters, modulo 360, at 60 % saturation and 60 % lightness. A prompt without words gives a white
picture.`;

/** Draws the words of a text as SVG stripes across `width` by `height` pixels. */
export function drawStripes(text: string, width: number, height: number): string {
  const words = wordsOf(text).map((word) => Array.from(word));
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let x = 0;
  return words
    .map((word) => {
      const hue = (37 * word.reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)) % 360;
      const stripe = (width * word.length) / letters;
      const drawn = `<rect x="${x}" y="0" width="${stripe}" height="${height}" fill="hsl(${hue},60%,60%)"/>`;
      x += stripe;
      return drawn;
    })
    .join('');
}

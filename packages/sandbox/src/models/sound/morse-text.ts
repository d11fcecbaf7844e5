import { morseCode } from './morse-code.ts';

const likenesses: ReadonlyMap<string, string> = new Map([
  ['’', "'"],
  ['‘', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['‐', '-'],
  ['‑', '-'],
  ['–', '-'],
  ['—', '-'],
  ['−', '-'],
  ['×', 'X'],
]);

/**
 * A text as Morse code can say it: capitals, accents dropped (but for É), curly quotes and long dashes as plain
 * ones, other characters without a code left out, one space between words.
 */
export function morseText(text: string): string {
  return Array.from(text.normalize('NFC').toUpperCase(), sayable)
    .join('')
    .split(/\s+/u)
    .filter((word) => word.length > 0)
    .join(' ');
}

function sayable(character: string): string {
  if (morseCode.has(character) || /\s/u.test(character)) return character;
  const plain = likenesses.get(character);
  if (plain) return plain;
  return Array.from(character.normalize('NFKD'))
    .filter((part) => morseCode.has(part))
    .join('');
}

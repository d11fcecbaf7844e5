import { defineModel, ModelInputError } from '../../define-model.ts';

/** Recommendation ITU-R M.1677-1, "International Morse code" (2009), section 1. */
const signs: Readonly<Record<string, string>> = {
  ...{ a: '.-', b: '-...', c: '-.-.', d: '-..', e: '.', é: '..-..', f: '..-.', g: '--.', h: '....', i: '..' },
  ...{ j: '.---', k: '-.-', l: '.-..', m: '--', n: '-.', o: '---', p: '.--.', q: '--.-', r: '.-.', s: '...' },
  ...{ t: '-', u: '..-', v: '...-', w: '.--', x: '-..-', y: '-.--', z: '--..' },
  ...{ 1: '.----', 2: '..---', 3: '...--', 4: '....-', 5: '.....', 6: '-....', 7: '--...', 8: '---..' },
  ...{ 9: '----.', 0: '-----', '.': '.-.-.-', ',': '--..--', ':': '---...', '?': '..--..', "'": '.----.' },
  ...{ '-': '-....-', '/': '-..-.', '(': '-.--.', ')': '-.--.-', '"': '.-..-.', '=': '-...-', '+': '.-.-.' },
  ...{ '×': '-..-', '@': '.--.-.' },
};

const card = `
Writes a text in international Morse code (Recommendation ITU-R M.1677-1).

## Rules

Dots and dashes are *.* and *-*. A space stands between two signs, and " / " between two words, which are what white
space separates. Upper and lower case are the same; the typographic quotation marks and apostrophe count as the
plain ones. An accented letter without a sign of its own (only é has one) is sent without the accent. What has no sign
then, such as *!*, an emoji or another script, is left out.

*SOS now* → \`... --- ... / -. --- .--\`

## Limits

The alphabet of the recommendation has no exclamation mark and no semicolon. A text in which nothing has a sign is an
input error. Parameters have no effect.
`;

const plainMarks: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
};

function signOf(character: string): string | undefined {
  const plain = plainMarks[character] ?? character;
  return signs[plain] ?? signs[plain.normalize('NFD').replaceAll(/\p{M}/gu, '')];
}

function wordInMorse(word: string): string {
  return Array.from(word, signOf)
    .filter((sign) => sign !== undefined)
    .join(' ');
}

/** Any text to Morse code. */
export const morseCode = defineModel({
  id: 'sandbox/morse-code',
  task: 'translation',
  card,
  examples: [
    { example_title: 'SOS', text: 'SOS now' },
    { example_title: 'Digits and marks', text: 'Meet me at 10:30, platform 9.' },
  ],
  answer(text) {
    const words = text
      .normalize('NFC')
      .toLowerCase()
      .split(/\s+/)
      .map(wordInMorse)
      .filter((word) => word !== '');
    if (words.length === 0) throw new ModelInputError('No character of the text has a sign in Morse code.');
    return { translation_text: words.join(' / ') };
  },
});

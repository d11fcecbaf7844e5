import { defineModel, ModelInputError } from '../../define-model.ts';
import { morseCode, toMorseAlphabet } from '../sound/morse-code.ts';

/** The consonants that move to the end of a word; no match when no vowel follows them. */
const leadingConsonants = /^(y?(?:qu|[^aeiouyq]|q(?!u))*)(?=[aeiou]|(?<!^)y)/i;

function toPigLatin(word: string): string {
  if (!/^[a-z]+(?:['’][a-z]+)*$/i.test(word)) return word;
  const moved = leadingConsonants.exec(word)?.[1];
  const rest = word.slice(moved?.length ?? 0);
  const ending = moved === '' ? 'way' : 'ay';
  if (word.length > 1 && word === word.toUpperCase()) return (rest + (moved ?? '') + ending).toUpperCase();
  if (!/^[A-Z]/.test(word)) return rest + (moved ?? '') + ending;
  return rest.charAt(0).toUpperCase() + rest.slice(1) + (moved ?? '').toLowerCase() + ending;
}

export const pigLatin = defineModel({
  id: 'sandbox/pig-latin',
  task: 'translation',
  card: `
Translates English to Pig Latin, a word game.

1. A word that starts with a vowel gets *way*: *apple* → *appleway*.
2. Otherwise the consonants before the first vowel move to the end, followed by *ay*: *string* → *ingstray*. *y* is a
   vowel except as the first letter (*yes* → *esyay*); *qu* stays together (*quick* → *ickquay*).
3. A word without a vowel gets *ay*: *Mr* → *Mray*.
4. Capitals are kept: *NASA* → *ASANAY*, *Hello* → *Ellohay*.

Words with digits or letters beyond A to Z stay unchanged. It has no parameters.

## Limits

It follows the spelling, not the sound: *hour* → *ourhay*.
`,
  examples: [
    { example_title: 'A sentence', text: 'The quick brown fox jumps over the lazy dog.' },
    { example_title: 'Capitals', text: "Hello from NASA! My name is Yvonne, and I don't eat square eggs." },
  ],
  answer: (text) => ({
    translation_text: text.replaceAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu, toPigLatin),
  }),
});

export const morseTranslation = defineModel({
  id: 'sandbox/morse-code',
  task: 'translation',
  card: `
Writes text in international Morse code (Recommendation ITU-R M.1677-1).

A space separates characters, a slash separates words: *SOS now* → \`... --- ... / -. --- .--\`. Characters without a code
lose their accent or are skipped. It has no parameters.

## Limits

Morse code has no exclamation mark and no semicolon.
`,
  examples: [
    { example_title: 'SOS', text: 'SOS now' },
    { example_title: 'Digits and punctuation', text: 'Meet me at 10:30, platform 9.' },
  ],
  answer(text) {
    const words = toMorseAlphabet(text);
    if (words === '') throw new ModelInputError('No character of the text has a Morse code.');
    return { translation_text: Array.from(words, (character) => morseCode.get(character) ?? '/').join(' ') };
  },
});

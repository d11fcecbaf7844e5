import { defineModel, ModelInputError } from '../../define-model.ts';
import { morseCode, toMorseAlphabet } from '../sound/morse.ts';
import { wordPattern } from './words.ts';

/** The consonants before the first vowel, and the rest. */
const parts = /^((?:qu|^y|[bcdfghj-np-tv-xz])*)(.*)$/i;

function toPigLatin(word: string): string {
  if (!/^[a-z'’]+$/i.test(word)) return word;
  const [, consonants = '', rest = ''] = parts.exec(word) ?? [];
  const translation = rest + consonants.toLowerCase() + (consonants === '' ? 'way' : 'ay');
  return /^[A-Z]/.test(word) ? translation.charAt(0).toUpperCase() + translation.slice(1) : translation;
}

export const pigLatin = defineModel({
  id: 'sandbox/pig-latin',
  task: 'translation',
  card: `
Translates English to Pig Latin, a word game.

The consonants before the first vowel move to the end, followed by *ay*: *string* → *ingstray*; *qu* stays together: *quick* →
*ickquay*. A word that starts with a vowel gets *way*: *apple* → *appleway*. It follows the spelling, not the sound: *hour* → *ourhay*.
`,
  examples: [
    { example_title: 'A sentence', text: 'The quick brown fox jumps over the lazy dog.' },
    { example_title: 'Capitals', text: "Hello! My name is Yvonne, and I don't eat square eggs." },
  ],
  answer: (text) => ({ translation_text: text.replaceAll(wordPattern, (word) => toPigLatin(word)) }),
});

export const morseTranslation = defineModel({
  id: 'sandbox/morse-code',
  task: 'translation',
  card: `
Writes text in international Morse code (Recommendation ITU-R M.1677-1).

A space separates characters, a slash separates words: *SOS now* → \`... --- ... / -. --- .--\`. Characters without a code
lose their accent or are skipped.
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

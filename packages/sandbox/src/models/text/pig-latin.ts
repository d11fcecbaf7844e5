import { defineModel } from '../../define-model.ts';

const card = `
Translates English to Pig Latin, a word game.

## Rules

A word is a run of letters, digits and apostrophes between letters. A word of the letters A to Z (with apostrophes
inside) is translated; any other (*2nd*, *café*, *Москва*) and everything between the words stays as it is.

1. A word that begins with a vowel (a, e, i, o, u) gets *way* at its end: *apple* → *appleway*.
2. Otherwise the letters before the first vowel go to the end, and *ay* follows: *string* → *ingstray*. *y* is a
   consonant as the first letter and a vowel after it (*yes* → *esyay*, *rhythm* → *ythmrhay*); *qu* goes together
   (*quick* → *ickquay*, *square* → *aresquay*).
3. A word without a vowel just gets *ay*: *Mr* → *Mray*.
4. A word of two or more letters all in capitals stays all in capitals (*NASA* → *ASANAY*). One that begins with a
   capital does so after the translation, and the letters that moved are written small (*Hello* → *Ellohay*, *I* →
   *Iway*). All other letters keep their case.

## Limits

It goes by spelling, not by sound: *hour* → *ourhay*. Parameters have no effect.
`;

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/** The consonants that go to the end of a word; `undefined` when no vowel follows them. */
const consonantsFirst = /^(y?(?:qu|[^aeiouyq]|q(?!u))*)(?=[aeiou]|(?<!^)y)/i;

function translateWord(word: string): string {
  if (!/^[a-z]+(?:['’][a-z]+)*$/i.test(word)) return word;
  const moved = consonantsFirst.exec(word)?.[1];
  const isShouted = word.length > 1 && word === word.toUpperCase();
  const isCapitalized = /^[A-Z]/.test(word);
  const ending = moved === '' ? 'way' : 'ay';
  const head = word.slice((moved ?? '').length);
  const tail = moved ?? '';
  if (isShouted) return (head + tail + ending).toUpperCase();
  if (!isCapitalized) return head + tail + ending;
  return head.charAt(0).toUpperCase() + head.slice(1) + tail.toLowerCase() + ending;
}

/** English to Pig Latin. */
export const pigLatin = defineModel({
  id: 'sandbox/pig-latin',
  task: 'translation',
  card,
  examples: [
    { example_title: 'A sentence', text: 'The quick brown fox jumps over the lazy dog.' },
    { example_title: 'Capitals', text: "Hello from NASA! My name is Yvonne, and I don't eat square eggs." },
  ],
  answer: (text) => ({ translation_text: text.replaceAll(wordPattern, translateWord) }),
});

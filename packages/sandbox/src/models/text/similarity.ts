import { defineModel } from '../../define-model.ts';
import { countEach } from '../parameters.ts';
import { getWords } from './words.ts';

/** Counts the runs of `run` characters of each word. @returns a vector of length 1 */
function embed(text: string, run: number, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of getWords(text)) {
    const characters = [' ', ...word, ' '];
    for (let index = 0; index + run <= characters.length; index += 1) {
      const hash = fnv1a(characters.slice(index, index + run).join(''));
      vector[hash % dimensions]! += hash < 0x80000000 ? 1 : -1;
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

const dimensions = 64;

/** The 32-bit FNV-1a hash of a text's UTF-8 bytes. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

export const trigramEmbedding = defineModel({
  id: 'sandbox/trigram-embedding',
  task: 'feature-extraction',
  card: `
Turns text into a vector of ${dimensions} numbers, so that texts with a similar spelling have similar vectors.

Each word, with a space on both sides, is cut into runs of three characters: *cat* has " ca", "cat", "at ". The FNV-1a hash of a run
gives its index (hash mod ${dimensions}) and its sign (the highest bit). The vector counts them and has length 1. It compares spelling, not
meaning: *car* and *automobile* have nothing in common.
`,
  examples: [
    { example_title: 'A sentence', text: 'That is a happy person' },
    { example_title: 'Greek', text: 'Καλημέρα, κόσμε' },
  ],
  answer: (text) => embed(text, 3, dimensions),
});

export const bigramEmbedding = defineModel({
  id: 'sandbox/bigram-embedding',
  task: 'feature-extraction',
  card: `
Turns text into a vector of ${dimensions} numbers that counts pairs of characters.

Like *trigram-embedding*, with runs of two characters instead of three: *cat* has " c", "ca", "at", "t ". Short words and typing errors
change it less, and unrelated words have more in common.
`,
  examples: [{ example_title: 'A sentence', text: 'That is a happy person' }],
  answer: (text) => embed(text, 2, dimensions),
});

function multiply(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  return [...left].reduce((sum, [word, count]) => sum + count * (right.get(word) ?? 0), 0);
}

export const wordCosine = defineModel({
  id: 'sandbox/word-cosine',
  task: 'sentence-similarity',
  card: `
Compares sentences by their shared words.

The similarity is the cosine of the two sentences' word counts, in lower case: 1 for the same words, 0 for no common
word. *That is a happy person* and *That is a happy dog* share four of five words each: 4 / (√5 × √5) = 0.8. *dog* and
*dogs* are different words.
`,
  examples: [
    {
      example_title: 'A happy person',
      source_sentence: 'That is a happy person',
      sentences: ['That is a happy dog', 'That is a very happy person', 'Today is a sunny day'],
    },
  ],
  answer({ source_sentence, sentences }) {
    const source = countEach(getWords(source_sentence));
    return sentences.map((sentence) => {
      const counts = countEach(getWords(sentence));
      return multiply(source, counts) / (Math.sqrt(multiply(source, source) * multiply(counts, counts)) || 1);
    });
  },
});

import { defineModel, ModelInputError } from '../../define-model.ts';
import { readBoolean } from '../parameters.ts';
import { plainWords } from './words.ts';

const dimensions = 64;
const maxSentences = 1000;
const limitRules = `There may be at most ${maxSentences.toLocaleString('en')} sentences.`;

/** @throws {ModelInputError} for too many sentences */
function checkSentences(sentences: readonly string[]): void {
  if (sentences.length > maxSentences) throw new ModelInputError(limitRules);
}

/** Cosine similarity of two vectors; 0 if one of them is zero. */
function cosine(left: readonly number[], right: readonly number[]): number {
  const dot = left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  const length = Math.hypot(...left) * Math.hypot(...right);
  return length === 0 ? 0 : Math.max(-1, Math.min(1, dot / length));
}

/** The 32-bit FNV-1a hash of a text's UTF-8 bytes. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Signed counts of a text's hashed character trigrams: "cat" has " ca", "cat", "at ". */
function embed(text: string): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of plainWords(text)) {
    const characters = [' ', ...word, ' '];
    for (let index = 0; index + 3 <= characters.length; index += 1) {
      const hash = fnv1a(characters.slice(index, index + 3).join(''));
      vector[hash % dimensions]! += hash < 0x80000000 ? 1 : -1;
    }
  }
  return vector;
}

const embeddingRules = `Each word, in lower case with a space on both sides, is cut into runs of three characters: *cat* has " ca", "cat",
"at ". The 32-bit FNV-1a hash of a run gives its index (hash mod ${dimensions}) and its sign (the highest bit), and the vector
counts them.`;

export const trigramEmbedding = defineModel({
  id: 'sandbox/trigram-embedding',
  task: 'feature-extraction',
  card: `
Turns text into a vector of ${dimensions} numbers, so that texts with a similar spelling have similar vectors.

${embeddingRules} Then it is scaled to length 1, unless \`normalize\` is false.

## Limits

It compares spelling, not meaning: *car* and *automobile* have nothing in common.
`,
  examples: [
    { example_title: 'A sentence', text: 'That is a happy person' },
    { example_title: 'Greek', text: 'Καλημέρα, κόσμε' },
  ],
  answer(text, parameters) {
    const vector = embed(text);
    const isNormalized = readBoolean(parameters, 'normalize') ?? true;
    const length = (isNormalized && Math.hypot(...vector)) || 1;
    return vector.map((value) => value / length);
  },
});

export const wordCosine = defineModel({
  id: 'sandbox/word-cosine',
  task: 'sentence-similarity',
  card: `
Compares sentences by their shared words.

The similarity is the cosine of the two sentences' word counts, in lower case: 1 for the same words, 0 for no common
word. *That is a happy person* and *That is a happy dog* share four of five words each: 4 / (√5 × √5) = 0.8.

## Limits

*dog* and *dogs* are different words. ${limitRules}
`,
  examples: [
    {
      example_title: 'A happy person',
      source_sentence: 'That is a happy person',
      sentences: ['That is a happy dog', 'That is a very happy person', 'Today is a sunny day'],
    },
  ],
  answer({ source_sentence, sentences }) {
    checkSentences(sentences);
    const countsOf = (text: string) => {
      const counts = new Map<string, number>();
      for (const word of plainWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
      return counts;
    };
    const squares = (counts: ReadonlyMap<string, number>) =>
      [...counts.values()].reduce((sum, count) => sum + count * count, 0);
    const source = countsOf(source_sentence);
    return sentences.map((sentence) => {
      const counts = countsOf(sentence);
      const dot = [...counts].reduce((sum, [word, count]) => sum + count * (source.get(word) ?? 0), 0);
      return dot === 0 ? 0 : dot / Math.sqrt(squares(source) * squares(counts));
    });
  },
});

export const trigramSimilarity = defineModel({
  id: 'sandbox/trigram-similarity',
  task: 'sentence-similarity',
  card: `
Compares sentences by their spelling, so that *dog* and *dogs* are similar.

The similarity is the cosine of two vectors. ${embeddingRules}

## Limits

It compares spelling, not meaning. ${limitRules}
`,
  examples: [
    {
      example_title: 'Word forms',
      source_sentence: 'The dog is barking',
      sentences: ['The dogs barked', 'A barking dog', 'Fresh bread smells lovely'],
    },
  ],
  answer({ source_sentence, sentences }) {
    checkSentences(sentences);
    const source = embed(source_sentence);
    return sentences.map((sentence) => cosine(source, embed(sentence)));
  },
});

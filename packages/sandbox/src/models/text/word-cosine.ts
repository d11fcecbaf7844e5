import { defineModel } from '../../define-model.ts';
import { refuseLonger, refuseManySentences, sentenceLimitRules, writtenNumber } from './input-limits.ts';
import { plainWords } from './words.ts';

const longestSource = 20_000;

const card = `
Compares sentences by the words that they share.

## How it works

A sentence is the counts of its words, in lower case. The similarity of two is the cosine of these counts: the sum of
the products of the counts of each common word, divided by the square roots of the two sums of squared counts. 1 means
the same words as often relative to each other, in any order; 0 means no common word, or no word at all.

*That is a happy person* and *That is a happy dog* have five words each and share four: 4 / (√5 × √5) = 0.8. *That is a
very happy person* has six: 5 / (√5 × √6) = 0.9129.

## Limits

Common little words count as much as telling ones, and *dog* and *dogs* are strangers.
${sentenceLimitRules} So is a source sentence of over ${writtenNumber(longestSource)} characters.
`;

function countsOf(sentence: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of plainWords(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function squaredLength(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return sum;
}

function cosine(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [word, count] of left) product += count * (right.get(word) ?? 0);
  return product === 0 ? 0 : product / Math.sqrt(squaredLength(left) * squaredLength(right));
}

/** Cosine of word counts. */
export const wordCosine = defineModel({
  id: 'sandbox/word-cosine',
  task: 'sentence-similarity',
  card,
  examples: [
    {
      example_title: 'A happy person',
      source_sentence: 'That is a happy person',
      sentences: ['That is a happy dog', 'That is a very happy person', 'Today is a sunny day'],
    },
  ],
  answer({ source_sentence, sentences }) {
    refuseManySentences(sentences);
    refuseLonger(source_sentence, longestSource, 'source sentence');
    const source = countsOf(source_sentence);
    return sentences.map((sentence) => cosine(source, countsOf(sentence)));
  },
});

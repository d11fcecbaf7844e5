import { defineModel } from '../../define-model.ts';
import { hashedTrigramRules, hashedTrigrams } from './hashed-trigrams.ts';
import { refuseLonger, refuseManySentences, sentenceLimitRules, writtenNumber } from './input-limits.ts';
import { dotProduct } from './vectors.ts';

const longestSource = 20_000;

const card = `
Compares sentences by their spelling, so that *dog* and *dogs* are close.

## How it works

${hashedTrigramRules} The similarity of two sentences is the cosine of their vectors, from −1 to 1; it is
0 if one of them has neither letter nor digit. These are the vectors of \`sandbox/trigram-embedding\`.

## Limits

Meaning plays no part. Different runs may share one of the 64 numbers, so sentences with nothing in common come out
near 0, not at it. ${sentenceLimitRules} So is
a source sentence of over ${writtenNumber(longestSource)} characters.
`;

/** Cosine of hashed runs of three characters. */
export const trigramSimilarity = defineModel({
  id: 'sandbox/trigram-similarity',
  task: 'sentence-similarity',
  card,
  examples: [
    {
      example_title: 'Word forms',
      source_sentence: 'The dog is barking',
      sentences: ['The dogs barked', 'A barking dog', 'Fresh bread smells lovely'],
    },
  ],
  answer({ source_sentence, sentences }) {
    refuseManySentences(sentences);
    refuseLonger(source_sentence, longestSource, 'source sentence');
    const source = hashedTrigrams(source_sentence);
    return sentences.map((sentence) =>
      Math.max(-1, Math.min(1, dotProduct(source, hashedTrigrams(sentence)))),
    );
  },
});

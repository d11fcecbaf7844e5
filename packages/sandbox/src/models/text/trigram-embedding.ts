import { defineModel } from '../../define-model.ts';
import { hashedDimensions, hashedTrigramRules, hashedTrigrams } from './hashed-trigrams.ts';
import { booleanParameter } from './parameters.ts';

const card = `
Turns a text into one vector of ${hashedDimensions} numbers. Texts that are spelled alike get vectors that point in like directions;
meaning plays no part.

## How it works

${hashedTrigramRules} Then the vector is divided by its Euclidean length, so that the dot product of two
vectors is their cosine. With \`normalize\` set to false the counts stay as they are. A text without letters or digits
gives ${hashedDimensions} zeros.

## Limits

*car* and *automobile* have nothing in common, *form* and *from* nearly so, and the order of words does not matter. With
only ${hashedDimensions} numbers, different runs often share one.
`;

/** One hashed vector for a text. */
export const trigramEmbedding = defineModel({
  id: 'sandbox/trigram-embedding',
  task: 'feature-extraction',
  card,
  examples: [
    { example_title: 'A sentence', text: 'That is a happy person' },
    { example_title: 'Greek', text: 'Καλημέρα, κόσμε' },
  ],
  answer: (text, parameters) => hashedTrigrams(text, booleanParameter(parameters, 'normalize') ?? true),
});

import { defineModel, ModelInputError } from '../../define-model.ts';
import { hashedDimensions, hashedTrigramRules, hashedTrigrams } from './hashed-trigrams.ts';
import { booleanParameter } from './parameters.ts';
import { wordsOf } from './words.ts';

const mostWords = 512;

const card = `
Turns a text into a list of vectors, one for each word in order, each of ${hashedDimensions} numbers. A word gets the same vector
wherever it stands.

## How it works

A word is a run of letters and digits, with apostrophes inside. ${hashedTrigramRules} Then the vector is
divided by its Euclidean length; with \`normalize\` set to false the counts stay as they are.

## Limits

Spelling alone counts, neither meaning nor the words around. Only the first ${mostWords} words are taken. A text without a
word is an input error.
`;

/** One hashed vector for each word. */
export const wordEmbeddings = defineModel({
  id: 'sandbox/word-trigram-embeddings',
  task: 'feature-extraction',
  card,
  examples: [{ example_title: 'Three words', text: 'Rain follows sun' }],
  answer(text, parameters) {
    const isNormalized = booleanParameter(parameters, 'normalize') ?? true;
    const words = wordsOf(text).slice(0, mostWords);
    if (words.length === 0) throw new ModelInputError('There is no word in the text.');
    return words.map((word) => hashedTrigrams(word.text, isNormalized));
  },
});

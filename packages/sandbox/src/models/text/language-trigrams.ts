import { defineModel, ModelInputError } from '../../define-model.ts';
import { beginningOf } from './beginning-of.ts';
import { bestLabels } from './best-labels.ts';
import { trigramCounts } from './character-n-grams.ts';
import { languageSamples } from './language-samples.ts';
import { topK } from './parameters.ts';
import { softmax } from './vectors.ts';

const longestText = 100_000;
const smoothing = 0.5;

const profiles = languageSamples.map(({ language, text }) => {
  const counts = trigramCounts(text);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { language, counts, total };
});

const vocabularySize = new Set(profiles.flatMap((profile) => [...profile.counts.keys()])).size;

const card = `
Tells the language of a text: ${languageSamples.map(({ language, name }) => `\`${language}\` ${name}`).join(', ')}.

## How it works

For each language the model holds one text of some hundred words, the same everywhere in translation. Of each word, in
lower case with a space before and behind it, all runs of three characters are counted: *cat* has " ca", "cat", "at ".

A run that stands n times among the N runs of a language's text has the probability (n + ${smoothing}) / (N + ${smoothing} × V) there,
V = ${vocabularySize} being the number of different runs in all the texts. The probability of the input is the product over its runs,
and the scores are these products divided by their sum (naive Bayes, every language equally likely beforehand). They
add up to 1. \`top_k\` limits the number of labels.

## Limits

One of these languages is answered for any text, whatever its language. Of a very short text it is easily wrong, and
of a long one it is surer than it should be. Only the first ${longestText.toLocaleString('en')} characters are read. A text without letters
or digits is an input error.
`;

/** Language by naive Bayes over runs of three characters. */
export const languageTrigrams = defineModel({
  id: 'sandbox/language-trigrams',
  task: 'text-classification',
  card,
  examples: [
    { example_title: 'French', text: 'Demain nous irons voir la mer avec les enfants.' },
    { example_title: 'Dutch', text: 'Morgen gaan we met de kinderen naar de zee.' },
    { example_title: 'Russian', text: 'Завтра мы поедем с детьми к морю.' },
  ],
  answer(text, parameters) {
    const runs = trigramCounts(beginningOf(text, longestText));
    if (runs.size === 0) throw new ModelInputError('There are no letters in the text.');
    const logarithms = profiles.map(({ counts, total }) => {
      let sum = 0;
      for (const [run, times] of runs) {
        sum += times * Math.log(((counts.get(run) ?? 0) + smoothing) / (total + smoothing * vocabularySize));
      }
      return sum;
    });
    const scores = softmax(logarithms);
    const labels = profiles.map(({ language }, index) => ({ label: language, score: scores[index] ?? 0 }));
    return bestLabels(labels, topK(parameters));
  },
});

import { defineModel, ModelInputError } from '../../define-model.ts';
import { wordTrigrams } from './character-n-grams.ts';
import { refuseLonger, writtenNumber } from './input-limits.ts';
import { stemOf, stemRules } from './stem.ts';
import { topicTable, wordsOfTopic } from './topic-words.ts';
import { softmax } from './vectors.ts';
import { plainWords } from './words.ts';

const longestText = 20_000;
const mostLabels = 100;
const longestLabels = 2000;
const sharpness = 5;
const topicEvidence = 0.8;

const card = `
Sorts an English text under labels that come with the question, by the words that it shares with them.

## How it works

Each label gets an evidence **e** from 0 to 1: the average over the label's words, in lower case, of the best of

- 1 if a word of the text has the same stem. ${stemRules}
- ${topicEvidence} if a word of the text has the stem of a word that the table below lists for the label's word
- 0.6 times the likeness of spelling with the most similar word of the text: twice the common runs of three characters
  over the number of runs in both (*cat* has " ca", "cat", "at "), each run counted once, if the likeness is over 0.5

One label of several: score = exp(${sharpness}e) / the sum of exp(${sharpness}e) over all labels, so that they add up to 1. With
\`multi_label\` each stands alone: score = 1 / (1 + exp(−10(e − 0.5))), from 0.0067 at e = 0 to 0.9933 at e = 1. The labels
are in the order of their scores, of equal ones as given.

| words of labels | words of texts |
|---|---|
${topicTable}

## Limits

What neither shares a word with the text nor stands in the table is out of reach. \`hypothesis_template\` has no effect.
A text of more than ${writtenNumber(longestText)} characters, no label, more than ${mostLabels} labels and labels of more than
${writtenNumber(longestLabels)} characters together are input errors.
`;

interface Profile {
  stems: ReadonlySet<string>;
  trigrams: readonly ReadonlySet<string>[];
}

function profileOf(text: string): Profile {
  const words = [...new Set(plainWords(text))];
  return {
    stems: new Set(words.map(stemOf)),
    trigrams: words.map((word) => new Set(wordTrigrams(word))),
  };
}

/** Dice coefficient of two sets: twice the common members over all members. */
function dice(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const member of left) if (right.has(member)) common += 1;
  return (2 * common) / (left.size + right.size);
}

function evidenceOfWord(word: string, text: Profile): number {
  if (text.stems.has(stemOf(word))) return 1;
  if (wordsOfTopic(word).some((topicWord) => text.stems.has(stemOf(topicWord)))) return topicEvidence;
  const trigrams = new Set(wordTrigrams(word));
  const likeness = text.trigrams.reduce((most, other) => Math.max(most, dice(trigrams, other)), 0);
  return likeness > 0.5 ? 0.6 * likeness : 0;
}

/** Labels by shared words, subject words and spelling. */
export const labelOverlap = defineModel({
  id: 'sandbox/label-overlap',
  task: 'zero-shot-classification',
  card,
  examples: [
    {
      example_title: 'A complaint',
      text: 'I recently bought a device from your company but it is not working and I would like to get reimbursed!',
      candidate_labels: 'refund, legal, weather',
      multi_class: false,
    },
    {
      example_title: 'Several at once',
      text: 'After the match the players ate soup and bread.',
      candidate_labels: 'sports, food, politics',
      multi_class: true,
    },
  ],
  answer({ text, candidateLabels, multiLabel }) {
    if (candidateLabels.length === 0) throw new ModelInputError('There is no candidate label.');
    if (candidateLabels.length > mostLabels) {
      throw new ModelInputError(`There are more than ${mostLabels} candidate labels.`);
    }
    refuseLonger(candidateLabels.join(''), longestLabels, 'candidate labels');
    refuseLonger(text, longestText, 'text');
    const profile = profileOf(text);
    const evidence = candidateLabels.map((label) => {
      const words = plainWords(label);
      const sum = words.reduce((total, word) => total + evidenceOfWord(word, profile), 0);
      return sum / Math.max(1, words.length);
    });
    const scores = multiLabel
      ? evidence.map((value) => 1 / (1 + Math.exp(-10 * (value - 0.5))))
      : softmax(evidence.map((value) => sharpness * value));
    const ranked = candidateLabels
      .map((label, index) => ({ label, score: scores[index] ?? 0 }))
      .toSorted((left, right) => right.score - left.score);
    return {
      sequence: text,
      labels: ranked.map(({ label }) => label),
      scores: ranked.map(({ score }) => score),
    };
  },
});

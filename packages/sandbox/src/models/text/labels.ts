import { defineModel, ModelInputError } from '../../define-model.ts';
import { plainWords, requireLength, stemOf } from './words.ts';

const maxText = 20_000;
const maxLabels = 100;
const maxLabelCharacters = 2000;
const sharpness = 5;

/** Typical words of texts on a topic, by the topic's names. */
const topics: Readonly<Record<string, string>> = {
  'sport sports football games':
    'match team player goal score coach league tournament stadium ball race win champion',
  'politics government':
    'election vote parliament minister president party law campaign senate democracy policy',
  'technology computers tech':
    'computer software phone app internet device chip laptop screen program code robot data',
  'business economy finance money':
    'company market bank stock price profit trade sale customer tax invest loan budget',
  'refund reimbursement': 'reimburse money back return compensation repay broken defective',
  'legal law': 'lawyer court judge contract sue illegal rights attorney claim trial',
  'food cooking recipe':
    'eat cook bake restaurant bread soup meal dinner lunch breakfast kitchen delicious cheese',
  'travel tourism vacation':
    'flight hotel train airport passport trip journey ticket beach luggage visit island',
  'health medicine': 'doctor hospital patient disease medicine pain nurse drug fever vaccine treatment',
  music: 'song band guitar piano concert singer melody album orchestra violin sing drum',
  'science research':
    'scientist experiment theory physics chemistry biology planet laboratory star telescope',
  'weather climate': 'rain sun snow wind storm cloud temperature forecast hot cold degree sunny',
  'education school': 'teacher student class lesson learn university exam homework study pupil',
  urgent: 'asap immediately now emergency quickly soon deadline hurry',
  'positive happy joy': 'good great love wonderful excellent happy glad nice enjoy best beautiful',
  'negative sad anger': 'bad terrible hate awful horrible sad angry worst disappoint poor ugly',
};

function topicStems(name: string): string[] {
  const words = Object.entries(topics).flatMap(([names, list]) =>
    names.split(' ').includes(name) ? list.split(' ') : [],
  );
  return words.map(stemOf);
}

/** 1 for a word of the text, 0.8 for a topic of the text, otherwise 0. */
function evidenceOf(word: string, stems: ReadonlySet<string>): number {
  if (stems.has(stemOf(word))) return 1;
  return topicStems(word).some((stem) => stems.has(stem)) ? 0.8 : 0;
}

export const labelOverlap = defineModel({
  id: 'sandbox/label-overlap',
  task: 'zero-shot-classification',
  card: `
Scores candidate labels by their words, or words of the same topic, in an English text.

## How it works

A label's evidence **e** is the average over its words: 1 if the text has a word of the same stem, 0.8 if it has one of the
words that the table lists for the topic, otherwise 0. The score is the softmax of ${sharpness}e over all labels; with \`multi_label\` it
is 1 / (1 + exp(−10(e − 0.5))) for each label.

| topic | words |
|---|---|
${Object.entries(topics)
  .map(([names, words]) => `| ${names} | ${words} |`)
  .join('\n')}

## Limits

Other labels must occur in the text. \`hypothesis_template\` has no effect. A text may have at most
${maxText.toLocaleString('en')} characters; there may be at most ${maxLabels} labels of ${maxLabelCharacters.toLocaleString('en')} characters in total.
`,
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
    if (candidateLabels.length === 0 || candidateLabels.length > maxLabels) {
      throw new ModelInputError(`There must be 1 to ${maxLabels} candidate labels.`);
    }
    requireLength(candidateLabels.join(''), maxLabelCharacters, 'candidate labels');
    requireLength(text, maxText);
    const stems = new Set(plainWords(text).map(stemOf));
    const evidence = candidateLabels.map((label) => {
      const words = plainWords(label);
      return words.reduce((sum, word) => sum + evidenceOf(word, stems), 0) / Math.max(1, words.length);
    });
    const total = evidence.reduce((sum, value) => sum + Math.exp(sharpness * value), 0);
    const ranked = evidence
      .map((value, index) => ({
        label: candidateLabels[index] ?? '',
        score: multiLabel ? 1 / (1 + Math.exp(-10 * (value - 0.5))) : Math.exp(sharpness * value) / total,
      }))
      .sort((left, right) => right.score - left.score);
    return {
      sequence: text,
      labels: ranked.map(({ label }) => label),
      scores: ranked.map(({ score }) => score),
    };
  },
});

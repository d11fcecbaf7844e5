import { defineModel } from '../../define-model.ts';
import { softmax } from '../parameters.ts';
import { getWords, stemWord } from './words.ts';

const sharpness = 5;

/** Typical words of texts on a topic, by the topic's names. */
const topics: Readonly<Record<string, string>> = {
  'sport sports football': 'match team player goal score coach league tournament stadium ball race win',
  'politics government': 'election vote parliament minister president party law campaign senate',
  'technology computers': 'computer software phone app internet device chip laptop screen program robot',
  'business economy finance': 'company market bank stock price profit trade sale customer tax loan',
  'refund reimbursement': 'reimburse money back return compensation repay broken defective',
  'legal law': 'lawyer court judge contract sue illegal rights attorney claim trial',
  'food cooking': 'eat cook bake restaurant bread soup meal dinner lunch breakfast kitchen cheese',
  'weather climate': 'rain sun snow wind storm cloud temperature forecast hot cold sunny',
};

const stemsByTopic = new Map(
  Object.entries(topics).flatMap(([names, words]) =>
    names.split(' ').map((name) => [name, words.split(' ').map(stemWord)] as const),
  ),
);

/** 1 for a word of the text, 0.8 for a topic of the text, otherwise 0. */
function scoreWord(word: string, stems: ReadonlySet<string>): number {
  if (stems.has(stemWord(word))) return 1;
  return stemsByTopic.get(word)?.some((stem) => stems.has(stem)) ? 0.8 : 0;
}

export const labelOverlap = defineModel({
  id: 'sandbox/label-overlap',
  task: 'zero-shot-classification',
  card: `
Scores candidate labels by their words, or words of the same topic, in an English text.

A label's evidence **e** is the average over its words: 1 if the text has a word of the same stem, 0.8 if it has a typical word of the
topic, otherwise 0. The score is the softmax of ${sharpness}e over all labels; with \`multi_label\` it is 1 / (1 + exp(−10(e − 0.5))) for each
label. The topics are ${Object.keys(topics).join(', ')}; other labels must occur in the text.
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
    const stems = new Set(getWords(text).map(stemWord));
    const evidence = candidateLabels.map((label) => {
      const words = getWords(label);
      return words.reduce((sum, word) => sum + scoreWord(word, stems), 0) / Math.max(1, words.length);
    });
    const scores = multiLabel
      ? evidence.map((value) => 1 / (1 + Math.exp(-10 * (value - 0.5))))
      : softmax(evidence.map((value) => sharpness * value));
    const ranking = candidateLabels
      .map((label, index) => ({ label, score: scores[index] ?? 0 }))
      .sort((left, right) => right.score - left.score);
    return {
      sequence: text,
      labels: ranking.map(({ label }) => label),
      scores: ranking.map(({ score }) => score),
    };
  },
});

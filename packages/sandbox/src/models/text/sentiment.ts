import { defineModel } from '../../define-model.ts';
import { keepBest } from '../parameters.ts';
import { beginningOf } from './words.ts';

const maxText = 100_000;
/** VADER's test for capitals takes cubic time on a long word in capitals. */
const maxWord = 64;

export const vaderSentiment = defineModel({
  id: 'sandbox/vader-sentiment',
  task: 'text-classification',
  card: `
Classifies an English text as positive, negative or neutral with the VADER lexicon and rules.

## How it works

VADER (C. J. Hutto and E. Gilbert, 2014) adds up the valence of each word in its lexicon and adjusts it for negation,
emphasis, capitals, *but* and punctuation. The result is a *compound* score **c** from −1 to 1, which determines three
labels with scores that add up to 1:

- NEUTRAL = (1 − |c|)²
- POSITIVE = 1 − NEUTRAL if c > 0, else 0
- NEGATIVE = 1 − NEUTRAL if c < 0, else 0

*I love you* has c = 0.6369. \`top_k\` limits the number of labels.

## Limits

English only; sarcasm is taken literally. Only the first ${maxText.toLocaleString('en')} characters are read.
`,
  examples: [
    { example_title: 'Positive', text: 'I like you. I love you.' },
    { example_title: 'Negative', text: 'The film was slow, loud and horribly boring.' },
    { example_title: 'Neutral', text: 'The train leaves at nine.' },
  ],
  library: 'vader-sentiment',
  async answer(text, parameters) {
    const { default: vader } = await import('vader-sentiment');
    const readable = beginningOf(text, maxText).replaceAll(/\S+/g, (word) => beginningOf(word, maxWord));
    const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(readable);
    const neutral = (1 - Math.abs(compound)) ** 2;
    const labels = [
      { label: 'POSITIVE', score: compound > 0 ? 1 - neutral : 0 },
      { label: 'NEGATIVE', score: compound < 0 ? 1 - neutral : 0 },
      { label: 'NEUTRAL', score: neutral },
    ];
    return keepBest(labels, parameters);
  },
});

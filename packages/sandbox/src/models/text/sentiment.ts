import { defineModel } from '../../define-model.ts';

export const vaderSentiment = defineModel({
  id: 'sandbox/vader-sentiment',
  task: 'text-classification',
  card: `
Classifies an English text as positive, negative or neutral with the VADER lexicon and rules.

VADER (C. J. Hutto and E. Gilbert, 2014) adds up the valence of each word in its lexicon and adjusts it for negation, emphasis,
capitals, *but* and punctuation. The result is a *compound* score **c** from −1 to 1. NEUTRAL is (1 − |c|)²; the rest is POSITIVE if c > 0 and
NEGATIVE if c < 0. Sarcasm is taken literally.
`,
  examples: [
    { example_title: 'Positive', text: 'I like you. I love you.' },
    { example_title: 'Negative', text: 'The film was slow, loud and horribly boring.' },
    { example_title: 'Neutral', text: 'The train leaves at nine.' },
  ],
  library: 'vader-sentiment',
  async answer(text) {
    const { default: vader } = await import('vader-sentiment');
    // VADER's test for capitals takes cubic time on a long word.
    const readable = text.replaceAll(/(\S{64})\S+/g, '$1');
    const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(readable);
    const neutral = (1 - Math.abs(compound)) ** 2;
    return [
      { label: 'POSITIVE', score: compound > 0 ? 1 - neutral : 0 },
      { label: 'NEGATIVE', score: compound < 0 ? 1 - neutral : 0 },
      { label: 'NEUTRAL', score: neutral },
    ];
  },
});

import { defineModel } from '../../define-model.ts';
import { beginningOf } from './beginning-of.ts';
import { bestLabels } from './best-labels.ts';
import { topK } from './parameters.ts';
import { longestText, longestWord, vaderCard } from './vader-card.ts';

/** Keeps words at a length that the analyser handles in linear time. */
function shortenWords(text: string): string {
  return text.replaceAll(/\S+/g, (word) => beginningOf(word, longestWord));
}

/** Sentiment by VADER. */
export const vaderSentiment = defineModel({
  id: 'sandbox/vader-sentiment',
  task: 'text-classification',
  card: vaderCard,
  examples: [
    { example_title: 'Positive', text: 'I like you. I love you.' },
    { example_title: 'Negative', text: 'The film was slow, loud and horribly boring.' },
    { example_title: 'Neutral', text: 'The train leaves at nine.' },
  ],
  library: 'vader-sentiment',
  async answer(text, parameters) {
    const { default: vader } = await import('vader-sentiment');
    const readable = shortenWords(beginningOf(text, longestText));
    const { compound } = vader.SentimentIntensityAnalyzer.polarity_scores(readable);
    const neutral = (1 - Math.abs(compound)) ** 2;
    const labels = [
      { label: 'POSITIVE', score: compound > 0 ? 1 - neutral : 0 },
      { label: 'NEGATIVE', score: compound < 0 ? 1 - neutral : 0 },
      { label: 'NEUTRAL', score: neutral },
    ];
    return bestLabels(labels, topK(parameters));
  },
});

import { defineModel } from '../../define-model.ts';
import { beginningOf } from './beginning-of.ts';
import { bestLabels } from './best-labels.ts';
import { topK } from './parameters.ts';

const longestText = 100_000;

/** VADER's test for capitals takes cubic time on a long word in capitals. */
const longestWord = 64;

const card = `
Tells whether an English text sounds positive, negative or neutral, by the lexicon and rules of VADER (C. J. Hutto
and E. Gilbert, 2014), made for short posts.

## Output

Three labels, best first, whose scores add up to 1. VADER gives a *compound* score **c** from −1 to 1, rounded to four
decimals; from it

- NEUTRAL = (1 − |c|)²
- POSITIVE = 1 − (1 − c)² if c is above 0, else 0
- NEGATIVE = 1 − (1 + c)² if c is below 0, else 0

\`top_k\` limits the number of labels.

## How c comes about

Each word of VADER's lexicon has a valence from −4 to 4 (*love* 3.2, *great* 3.1, *horrible* −2.5). A word such as
*very* among the three words before it adds 0.293 to its strength (0.95 and 0.9 of that at two and three words'
distance), a negation there multiplies it by −0.74, capitals in an otherwise mixed text add 0.733; before *but* valences
are halved, after it they count one and a half times. An exclamation mark adds 0.292 to the sum, up to four of them. With
the sum **s** of all, c = s / √(s² + 15). *I love you* has s = 3.2, so c = 0.6369.

## Limits

English only: other languages and emoji are not in the lexicon and come out neutral, as does an empty text. Sarcasm is
taken at its word. Only the first ${longestText.toLocaleString('en')} characters are read, and only the first
${longestWord} of a word.
`;

/** Keeps words at a length that the analyser handles in linear time. */
function shortenWords(text: string): string {
  return text.replaceAll(/\S+/g, (word) => beginningOf(word, longestWord));
}

/** Sentiment by VADER. */
export const vaderSentiment = defineModel({
  id: 'sandbox/vader-sentiment',
  task: 'text-classification',
  card,
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

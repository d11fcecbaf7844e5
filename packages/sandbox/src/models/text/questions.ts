import { defineModel } from '../../define-model.ts';
import { getWords, splitSentences } from './words.ts';

function questionModel(name: string, remark: string) {
  return defineModel({
    id: `sandbox/${name}`,
    task: 'text-classification',
    card: `
Measures how much of a text consists of questions.

QUESTION is the share of sentences that end with a question mark, STATEMENT the rest. ${remark}
`,
    examples: [{ example_title: 'Half and half', text: 'Is this a question? This is a statement.' }],
    answer(text) {
      const sentences = splitSentences(text);
      const questions = sentences.filter((sentence) => /[?？]["'”’)\]]?$/u.test(sentence.text));
      const share = questions.length / Math.max(1, sentences.length);
      return [
        { label: 'QUESTION', score: share },
        { label: 'STATEMENT', score: 1 - share },
      ];
    },
  });
}

export const questionOrStatement = questionModel('question-or-statement', '');

/** A model with providers in staging only, to test clients. */
export const stagingModel = questionModel('staging-question-mark', 'Its providers list it as `staging`.');

/** A model without a provider, to test clients. */
export const unservedModel = questionModel('unserved-question-mark', 'No provider runs it.');

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

const moodWords: Readonly<Record<'POSITIVE' | 'NEGATIVE', readonly string[]>> = {
  POSITIVE:
    'amazing beautiful best delicious enjoy excellent fun good great happy like love lovely nice wonderful'.split(
      ' ',
    ),
  NEGATIVE:
    'angry awful bad boring broken disappointing dislike hate horrible loud sad slow terrible ugly worst'.split(
      ' ',
    ),
};

export const moodWordCount = defineModel({
  id: 'sandbox/mood-word-count',
  task: 'text-classification',
  card: `
Classifies an English text by counting words of two short lists.

POSITIVE and NEGATIVE are the shares of words in ${moodWords.POSITIVE.join(', ')}, and in ${moodWords.NEGATIVE.join(', ')}, among all
words of both lists and one more, which is the share of NEUTRAL. It ignores negation: *not good* is positive.
`,
  examples: [{ example_title: 'Positive', text: 'I like you. I love you.' }],
  answer(text) {
    const words = getWords(text);
    const count = (list: readonly string[]) => words.filter((word) => list.includes(word)).length;
    const [positive, negative] = [count(moodWords.POSITIVE), count(moodWords.NEGATIVE)];
    const total = positive + negative + 1;
    return [
      { label: 'POSITIVE', score: positive / total },
      { label: 'NEGATIVE', score: negative / total },
      { label: 'NEUTRAL', score: 1 / total },
    ];
  },
});

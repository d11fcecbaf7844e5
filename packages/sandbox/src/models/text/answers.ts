import { defineModel, ModelInputError } from '../../define-model.ts';
import {
  countCodePoints,
  findStems,
  normalizeWord,
  splitSentences,
  type Span,
  stemWord,
  stopWords,
  splitWords,
} from './words.ts';

/** Of a sentence; the search takes quadratic time. */
const maxWords = 300;

const timeWords = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday thursday
  friday saturday sunday today tomorrow yesterday noon midnight`.split(/\s+/),
);
const numberWords = new Set(
  'one two three four five six seven eight nine ten eleven twelve hundred thousand million'.split(' '),
);

const isTime = (word: string) => /^\d/.test(word) || timeWords.has(normalizeWord(word));
const isNumber = (word: string) => /^\d/.test(word) || numberWords.has(normalizeWord(word));
const isName = (word: string) => /^\p{Lu}/u.test(word) && !isTime(word);

/** The words that can answer a kind of question; the first matching pattern applies. */
const kinds: readonly [question: RegExp, fits: (word: string) => boolean][] = [
  [/\bhow (?:many|much|old|long|far|tall|high|big)\b/i, isNumber],
  [/\bwhen\b|\b(?:what|which) (?:year|day|month|time|date)\b/i, isTime],
  [/\bwho\b|\bwhere\b/i, isName],
];

/** The words nearest to a word of the question that can answer it; of two equally near ones those after that word. */
function findAnswer(sentence: string, question: string): Span | undefined {
  const stems = new Set(findStems(question));
  const fits = kinds.find(([pattern]) => pattern.test(question))?.[1] ?? (() => true);
  const words = splitWords(sentence).slice(0, maxWords);
  const questionIndexes = words.flatMap(({ text }, index) =>
    stems.has(stemWord(normalizeWord(text))) ? [index] : [],
  );
  const runs: { first: number; last: number }[] = [];
  for (const [index, { text, start }] of words.entries()) {
    if (questionIndexes.includes(index) || stopWords.has(normalizeWord(text)) || !fits(text)) continue;
    const run = runs.at(-1);
    const isNext = run?.last === index - 1 && /^[\s.-]+$/.test(sentence.slice(words[run.last]?.end, start));
    if (run && isNext) run.last = index;
    else runs.push({ first: index, last: index });
  }
  const getDistance = ({ first, last }: { first: number; last: number }) =>
    Math.min(...questionIndexes.map((index) => (index < first ? first - index : index - last + 0.5)));
  const [best] = runs.sort((left, right) => getDistance(left) - getDistance(right));
  if (!best) return undefined;
  const unit = best.last + 1;
  const hasUnit = fits === isNumber && unit < words.length && !questionIndexes.includes(unit);
  const last = hasUnit ? unit : best.last;
  return { start: words[best.first]?.start ?? 0, end: words[last]?.end ?? 0 };
}

export const wordOverlapAnswers = defineModel({
  id: 'sandbox/word-overlap-answers',
  task: 'question-answering',
  card: `
Answers an English question with a few words copied from the context.

It takes the sentence that shares the most word stems with the question. The answer is the words nearest to a word of the question:
numbers for *how many*, dates for *when*, capitalized words for *who* and *where*, otherwise any words; or the whole sentence if
there are none. The score is (shared stems + 1 if such words were found) / (stems of the question + 1). The sentence must
use the words of the question.
`,
  examples: [
    {
      example_title: 'A capital',
      text: 'What is the capital of France?',
      context: 'The capital of France is Paris. The capital of Italy is Rome.',
    },
    {
      example_title: 'A number',
      text: 'How tall is the tower?',
      context:
        'The tower was opened in 1889. It is 330 meters tall, and for a long time the tower was the tallest of all.',
    },
    {
      example_title: 'A name',
      text: 'Who wrote the letter?',
      context: 'The letter came on Monday. Clara wrote the letter in Berkeley.',
    },
  ],
  answer({ question, context }) {
    const stems = new Set(findStems(question));
    const [best] = splitSentences(context)
      .map((sentence) => {
        const shared = new Set(findStems(sentence.text).filter((stem) => stems.has(stem))).size;
        return { sentence, shared };
      })
      .sort((left, right) => right.shared - left.shared);
    if (!best) throw new ModelInputError('The context has no words.');
    const { sentence, shared } = best;
    const answerSpan = shared > 0 ? findAnswer(sentence.text, question) : undefined;
    const span = answerSpan ?? { start: 0, end: sentence.text.length };
    const [start, end] = [sentence.start + span.start, sentence.start + span.end];
    return {
      answer: context.slice(start, end),
      start: countCodePoints(context.slice(0, start)),
      end: countCodePoints(context.slice(0, end)),
      score: shared === 0 ? 0 : (shared + (answerSpan ? 1 : 0)) / (stems.size + 1),
    };
  },
});

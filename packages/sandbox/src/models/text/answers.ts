import { defineModel, ModelInputError } from '../../define-model.ts';
import { readBoolean, readNumber } from '../parameters.ts';
import {
  beginningOf,
  codePointPositions,
  contentStems,
  plain,
  requireLength,
  requireWord,
  type Sentence,
  sentencesOf,
  type Span,
  stemOf,
  stopWords,
  type Word,
  wordsOf,
} from './words.ts';

const maxContext = 100_000;
const maxQuestion = 2000;
/** The search is quadratic in the words of a sentence. */
const maxSentence = 2000;
const defaultAnswerWords = 15;

const timeWords = new Set(
  `january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday today tomorrow yesterday noon midnight spring summer autumn winter morning evening
  century`.split(/\s+/),
);
const numberWords = new Set(
  `one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand
  million`.split(/\s+/),
);
const conjunctions = new Set(
  'and but or is are was were be been am has have had do does did that which who because while when'.split(
    ' ',
  ),
);

type Fits = (plainWord: string, word: string) => boolean;

const isName: Fits = (word, written) =>
  /^\p{Lu}/u.test(written) && !stopWords.has(word) && !timeWords.has(word);
const isTime: Fits = (word) => timeWords.has(word) || /^\d/.test(word);
const isNumber: Fits = (word) => numberWords.has(word) || /^\p{N}/u.test(word);

/** The words that can answer a kind of question; the first matching pattern applies. */
const kinds: readonly [question: RegExp, fits: Fits][] = [
  [/\bhow (?:many|much|old|long|far|tall|high|big|heavy|fast)\b/, isNumber],
  [/\bwhen\b|\b(?:what|which) (?:year|day|month|time|date)\b/, isTime],
  [/\bwho(?:m|se)?\b|\bwhere\b/, isName],
];

interface Run {
  first: number;
  last: number;
}

/** The runs of words that may be the answer, without stop words at both ends. */
function findRuns(sentence: string, words: readonly Word[], asked: ReadonlySet<number>, fits: Fits): Run[] {
  const runs: Run[] = [];
  for (const [index, { text, start }] of words.entries()) {
    if (asked.has(index) || !fits(plain(text), text)) continue;
    const run = runs.at(-1);
    const gap = sentence.slice(words[index - 1]?.end ?? 0, start);
    if (run?.last === index - 1 && /^(?:\s+|[-–.,]|\.\s+)$/.test(gap)) run.last = index;
    else runs.push({ first: index, last: index });
  }
  const isStop = (index: number) => stopWords.has(plain(words[index]?.text ?? ''));
  for (const run of runs) {
    while (run.first <= run.last && isStop(run.first)) run.first += 1;
    while (run.last >= run.first && isStop(run.last)) run.last -= 1;
  }
  return runs.filter(({ first, last }) => first <= last);
}

/** The run nearest to a word of the question; if two are equally near, the one after the word. */
function findAnswer(
  sentence: string,
  question: string,
  stems: ReadonlySet<string>,
  maxWords: number,
): Span & { isSentence: boolean } {
  const words = wordsOf(beginningOf(sentence, maxSentence));
  const fits =
    kinds.find(([pattern]) => pattern.test(question.toLowerCase()))?.[1] ??
    ((word) => !conjunctions.has(word));
  const asked = words.flatMap(({ text }, index) =>
    !stopWords.has(plain(text)) && stems.has(stemOf(plain(text))) ? [index] : [],
  );
  const distance = ({ first, last }: Run) =>
    Math.min(...asked.map((index) => (index < first ? first - index : index - last + 0.5)));
  const [best] = findRuns(sentence, words, new Set(asked), fits)
    .map((run) => ({ run, distance: distance(run) }))
    .sort((left, right) => left.distance - right.distance);
  if (!best && words.length <= maxWords) return { start: 0, end: sentence.length, isSentence: true };
  const { first, last } = best?.run ?? { first: 0, last: words.length - 1 };
  const unit = last + 1;
  const hasUnit = best && fits === isNumber && unit < words.length && !asked.includes(unit);
  const end = Math.min(hasUnit ? unit : last, first + maxWords - 1);
  return { start: words[first]?.start ?? 0, end: words[end]?.end ?? 0, isSentence: !best };
}

export const wordOverlapAnswers = defineModel({
  id: 'sandbox/word-overlap-answers',
  task: 'question-answering',
  card: `
Answers an English question with a few words copied from the context.

## How it works

1. It takes the sentence that shares the most word stems with the question, ignoring stop words.
2. The kind of question determines the words of the answer: numbers with their unit (*how many*, *how tall*…), dates and
   times (*when*, *what year*…), capitalized words (*who*, *where*), otherwise any words between conjunctions.
3. The run of such words nearest to a word of the question wins. If there is none, the answer is the entire sentence.
   \`max_answer_len\` (${defaultAnswerWords} by default) limits the number of words.
4. The score is (shared stems + 1 if a run was found) / (stems of the question + 1).

\`start\` and \`end\` count Unicode code points. With \`handle_impossible_answer\` the answer is empty when no sentence
shares a stem with the question.

## Limits

It only matches words: the sentence must use the words of the question. The context may have at most
${maxContext.toLocaleString('en')} characters, the question ${maxQuestion.toLocaleString('en')}.
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
  answer({ question, context }, parameters) {
    requireLength(context, maxContext, 'context');
    requireLength(question, maxQuestion, 'question');
    requireWord(question, 'question');
    requireWord(context, 'context');
    const maxWords =
      readNumber(parameters, 'max_answer_len', { min: 1, isInteger: true }) ?? defaultAnswerWords;
    const canBeImpossible = readBoolean(parameters, 'handle_impossible_answer') ?? false;
    const stems = new Set(contentStems(question));
    let best: { sentence: Sentence; shared: number } | undefined;
    for (const sentence of sentencesOf(context)) {
      if (!/[\p{L}\p{N}]/u.test(sentence.text)) continue;
      const shared = new Set(contentStems(sentence.text).filter((stem) => stems.has(stem))).size;
      if (!best || shared > best.shared) best = { sentence, shared };
    }
    if (!best) throw new ModelInputError('The context has no words.');
    const { sentence, shared } = best;
    if (shared === 0 && canBeImpossible) return { answer: '', start: 0, end: 0, score: 1 };
    const found = findAnswer(sentence.text, question, stems, maxWords);
    const [start, end] = [sentence.start + found.start, sentence.start + found.end];
    const position = codePointPositions(context);
    return {
      answer: context.slice(start, end),
      start: position(start),
      end: position(end),
      score: shared === 0 ? 0 : (shared + (found.isSentence ? 0 : 1)) / (stems.size + 1),
    };
  },
});

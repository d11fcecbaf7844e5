import { defineModel, ModelInputError } from '../../define-model.ts';
import { answerSpan } from './answer-span.ts';
import { codePointPositions } from './code-points.ts';
import { contentStems } from './content-stems.ts';
import { refuseLonger, writtenNumber } from './input-limits.ts';
import { booleanParameter, integerParameter } from './parameters.ts';
import { questionKind, questionKindRules } from './question-kind.ts';
import { sentenceRules, type Sentence, sentencesOf } from './sentences.ts';
import { stemRules } from './stem.ts';
import { stopWordRules } from './stop-words.ts';

const longestAnswer = 15;
const longestContext = 100_000;
const longestQuestion = 2000;

const card = `
Answers an English question with a few words copied from the context.

## How it works

1. ${sentenceRules}
2. The question's words without stop words (*the*, *is*, *what*…) are reduced to stems. ${stemRules}
3. The sentence that holds the most of these stems is taken, of equal ones the first.
4. The question's kind is the first that fits: ${questionKindRules}; otherwise **thing**.
5. Candidates are the longest runs of fitting words, without words of the question and without punctuation inside (a
   point after an abbreviation does not count, nor a point, comma or hyphen with no space beside it), stop words cut
   off at both ends. Fitting are, for a person or place: capitalized words that are neither stop words nor words of time; for a time:
   words that begin with a digit, months, weekdays, seasons, *today*, *tomorrow*, *yesterday*, *noon*, *midnight*,
   *morning*, *evening*, *century*; for a number: words that begin with a digit, *one* to *twelve*, *twenty* to *fifty*,
   *hundred*, *thousand*, *million*, and the one word behind it (its unit) comes with it; for a thing: all words but *and*, *or*, *but*, *that*, *which*, *who*, *because*, *while*, *when* and forms of *be*,
   *have* and *do*.
6. The candidate that is the fewest words away from a word of the question wins; of equal ones the one behind that word,
   then the first. Without a candidate the whole sentence is the answer. \`max_answer_len\` (${longestAnswer}) limits the words.
7. The score is (found stems + 1 if there was a candidate) / (stems of the question + 1), and 0 if no stem was found. Each
   different stem counts once.

\`start\` and \`end\` count Unicode code points of the context (an emoji is one), as the inference API does, and \`answer\` is
exactly the text between them. With \`handle_impossible_answer\` the answer is empty, at 0, with score 1, when no sentence
holds any of the question's stems.

${stopWordRules}

## Limits

It understands nothing: the sentence has to use the question's own words. A context or question without a word is an
input error, and so is a context of more than ${writtenNumber(longestContext)} characters or a question of more than
${writtenNumber(longestQuestion)}.
`;

interface BestSentence {
  sentence: Sentence;
  /** How many of the question's stems it holds. */
  found: number;
}

function bestSentence(context: string, wanted: ReadonlySet<string>): BestSentence {
  const sentences = sentencesOf(context).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  let best: BestSentence | undefined;
  for (const sentence of sentences) {
    const found = new Set(contentStems(sentence.text).filter((stem) => wanted.has(stem))).size;
    if (!best || found > best.found) best = { sentence, found };
  }
  if (!best) throw new ModelInputError('There is no word in the context.');
  return best;
}

/** Extractive answers by overlap of words. */
export const wordOverlapAnswers = defineModel({
  id: 'sandbox/word-overlap-answers',
  task: 'question-answering',
  card,
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
        'The tower was opened in 1889. It is 330 metres tall, and the tower was long the tallest of all.',
    },
    {
      example_title: 'A name',
      text: 'Who wrote the letter?',
      context: 'The letter came on Monday. Clara wrote the letter in Berkeley.',
    },
  ],
  answer({ question, context }, parameters) {
    refuseLonger(context, longestContext, 'context');
    refuseLonger(question, longestQuestion, 'question');
    if (!/[\p{L}\p{N}]/u.test(question)) throw new ModelInputError('There is no word in the question.');
    const mostWords =
      integerParameter(parameters, 'max_answer_len', { minimum: 1, maximum: 1e9 }) ?? longestAnswer;
    const mayBeImpossible = booleanParameter(parameters, 'handle_impossible_answer') ?? false;
    const wanted = new Set(contentStems(question));
    const { sentence, found } = bestSentence(context, wanted);
    if (found === 0 && mayBeImpossible) return { answer: '', start: 0, end: 0, score: 1 };
    const span = answerSpan(sentence.text, questionKind(question), wanted, mostWords);
    const start = sentence.start + span.start;
    const end = sentence.start + span.end;
    const position = codePointPositions(context);
    return {
      answer: context.slice(start, end),
      start: position(start),
      end: position(end),
      score: found === 0 ? 0 : (found + (span.isWhole ? 0 : 1)) / (wanted.size + 1),
    };
  },
});

import { defineModel, ModelInputError } from '../../define-model.ts';
import { bestLabels } from './best-labels.ts';
import { topK } from './parameters.ts';
import { sentencesOf } from './sentences.ts';
import { plainWords } from './words.ts';

const questionWords = new Set('who whom whose what which when where why how'.split(' '));

const auxiliaries = new Set(
  "am is are was were do does did have has had can could will would shall should may might must can't won't shan't".split(
    ' ',
  ),
);

const questionMark = 6;
const opening = 3;
const statement = 1;

const card = `
Tells whether an English text ends as a QUESTION or as a STATEMENT.

## How it works

Only the last sentence counts. It collects points for QUESTION:

- ${questionMark} if it ends with *?* or *？* (exclamation marks, closing quotation marks and brackets after it do not matter, up to ten
  of them)
- ${opening} if its first word is a question word (${[...questionWords].join(', ')}) or a verb that opens a question
  (${[...auxiliaries].join(', ')}, also with *n't*)

STATEMENT always has ${statement} point. A score is a label's share of all points: *Where is it?* has 9 points of 10
for QUESTION, so 0.9; *Where is it* 3 of 4, *It is here.* 0 of 1.

\`top_k\` limits the number of labels. A text without a word is an input error.

## Limits

*When it rains, I read.* opens with a question word and is taken for a question.
`;

function endsAsQuestion(sentence: string): boolean {
  return /[?？][!"'”’»)\]]*$/u.test(sentence.slice(-11));
}

/** Question or statement by the last sentence's first word and end. */
export const questionOrStatement = defineModel({
  id: 'sandbox/question-or-statement',
  task: 'text-classification',
  card,
  examples: [
    { example_title: 'A question', text: 'I looked everywhere. Where did you put the keys?' },
    { example_title: 'Without the mark', text: 'could you help me' },
    { example_title: 'A statement', text: 'The keys are on the table.' },
  ],
  answer(text, parameters) {
    const last = sentencesOf(text).findLast((sentence) => /[\p{L}\p{N}]/u.test(sentence.text));
    if (!last) throw new ModelInputError('There is no word in the text.');
    const first = plainWords(last.text)[0] ?? '';
    const candidates = [first, first.replace(/n't$/, '')];
    const opens = candidates.some((word) => questionWords.has(word) || auxiliaries.has(word));
    const points = (endsAsQuestion(last.text) ? questionMark : 0) + (opens ? opening : 0);
    const labels = [
      { label: 'QUESTION', score: points / (points + statement) },
      { label: 'STATEMENT', score: statement / (points + statement) },
    ];
    return bestLabels(labels, topK(parameters));
  },
});

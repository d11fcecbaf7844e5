import { defineModel, type TaskAnswers } from '../../define-model.ts';
import { keepBest } from '../parameters.ts';
import { stopWords } from '../text/words.ts';
import { type PageLines, type PageWord, readLines } from './text-reader.ts';
import { firstWords } from './words.ts';

/** Extra words to look for in each kind of question, with a weight of 0.4. */
const kinds: readonly [question: RegExp, words: string[]][] = [
  [/\bhow much\b/, ['total', 'amount', 'sum', 'price']],
  [/\bwhen\b/, ['date', 'day', 'time', 'due']],
  [/\bwho\b/, ['name', 'from', 'to']],
  [/\bwhere\b/, ['place', 'address', 'room']],
];

interface Field {
  label: readonly PageWord[];
  value: readonly PageWord[];
  /** Confidence that the label is one. */
  trust: number;
}

/** A prefix that forms of the same word have in common. */
function stemOf(word: string): string {
  return word.slice(0, 5);
}

function weightsOf(question: string): Map<string, number> {
  const words = firstWords(question);
  const related = kinds.flatMap(([kind, others]) => (kind.test(words.join(' ')) ? others : []));
  const weights = new Map(related.map((word) => [stemOf(word), 0.4]));
  for (const word of words) if (!stopWords.has(word)) weights.set(stemOf(word), 1);
  return weights;
}

function fieldOf(line: readonly PageWord[], nextLine: readonly PageWord[] = []): Field {
  const colon = line.findIndex(({ text }) => text.endsWith(':'));
  if (colon >= 0) {
    const value = line.slice(colon + 1);
    return { label: line.slice(0, colon + 1), value: value.length > 0 ? value : nextLine, trust: 1 };
  }
  const number = line.findIndex(({ text }) => /\d/.test(text));
  if (number > 0) return { label: line.slice(0, number), value: line.slice(number), trust: 0.8 };
  return { label: line, value: line, trust: 0.5 };
}

function findAnswers(lines: PageLines, question: string): TaskAnswers['document-question-answering'] {
  const weights = weightsOf(question);
  const wanted = [...weights.values()].filter((weight) => weight === 1).length;
  return lines
    .map((line, row) => fieldOf(line, lines[row + 1]))
    .flatMap(({ label, value, trust }) => {
      const stems = new Set(label.flatMap(({ text }) => firstWords(text)).map(stemOf));
      const common = [...stems].filter((stem) => weights.has(stem));
      const weight = common.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
      if (weight === 0 || value.length === 0) return [];
      const confidence = value.reduce((sum, word) => sum + word.confidence, 0) / value.length;
      const coverage = 0.7 + (0.3 * common.length) / stems.size;
      return {
        answer: value.map(({ text }) => text).join(' '),
        score: Math.min(1, weight / Math.max(1, wanted)) * coverage * trust * confidence,
        start: value[0]?.index ?? 0,
        end: value.at(-1)?.index ?? 0,
      };
    });
}

export const documentFields = defineModel({
  id: 'sandbox/document-fields',
  task: 'document-question-answering',
  library: 'tesseract.js',
  tags: ['ocr'],
  card: `# Document fields

Answers with the value of the document's field that shares the most words with the question.

## How it works

Tesseract 5 reads the text, in English, on this machine. A line such as "Due date: 28 March" is a field; a line that ends in
numbers is a field with a trust of 0.8, any other line is its own label and value with a trust of 0.5. Words are compared by
their first five letters. *How much*, *when*, *who* and *where* also look for words such as *total* and *date*, with a weight of
0.4. The score is the weight of the common words, as a share of the question's words, × 0.7 to 1 for the share of the
label × the trust × Tesseract's confidence.

\`start\` and \`end\` are the positions of the answer's first and last word on the page. \`top_k\` (5 by default) limits the number
of answers. A question that shares no word with the page gets no answer.

## Limits

It does not calculate, compare or read sentences, and reads side-by-side columns as one line.
`,
  examples: [
    { example_title: 'The total', src: 'invoice.png', text: 'What is the total?' },
    { example_title: 'The due date', src: 'invoice.png', text: 'What is the due date?' },
    { example_title: 'Opening hours', src: 'notice.png', text: 'When is it open on Saturday?' },
  ],
  async answer({ question, image }, parameters, signal) {
    return keepBest(findAnswers(await readLines(image, signal), question), parameters, 5);
  },
});

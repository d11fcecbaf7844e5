import { defineModel, type TaskOutputs } from '../../define-model.ts';
import { getWords, stopWords } from '../text/words.ts';
import { type PageWord, readLines } from './text-reader.ts';

const maxAnswers = 5;

/** The first letters of a text's words, which forms of the same word have in common. */
function shortenWords(text: string): string[] {
  return getWords(text)
    .filter((word) => !stopWords.has(word))
    .map((word) => word.slice(0, 5));
}

/** A line is split after its colon, or before its first number; the value may be on the next line. */
function splitLine(line: readonly PageWord[], nextLine: readonly PageWord[] = []) {
  const colon = line.findIndex(({ text }) => text.endsWith(':')) + 1;
  const start =
    colon ||
    Math.max(
      0,
      line.findIndex(({ text }) => /\d/.test(text)),
    );
  const value = line.slice(start);
  return { label: start === 0 ? line : line.slice(0, start), value: value.length > 0 ? value : nextLine };
}

function findAnswers(
  lines: readonly PageWord[][],
  question: string,
): TaskOutputs['document-question-answering'] {
  const questionStems = new Set(shortenWords(question));
  return lines
    .map((line, row) => splitLine(line, lines[row + 1]))
    .flatMap(({ label, value }) => {
      const stems = new Set(label.flatMap(({ text }) => shortenWords(text)));
      const common = [...stems].filter((stem) => questionStems.has(stem)).length;
      if (common === 0 || value.length === 0) return [];
      const confidence = value.reduce((sum, word) => sum + word.confidence, 0) / value.length;
      return {
        answer: value.map(({ text }) => text).join(' '),
        score: ((2 * common) / (questionStems.size + stems.size)) * confidence,
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
  card: `
Answers with the value of the document's field that shares the most words with the question.

Tesseract 5 reads the printed English text on this machine. A line such as "Due date: 28 March" is a field. The score is the share
of common words in question and label × Tesseract's confidence. It does not
calculate or read sentences.
`,
  examples: [
    { example_title: 'The total', src: 'invoice.png', text: 'What is the total?' },
    { example_title: 'The due date', src: 'invoice.png', text: 'What is the due date?' },
    { example_title: 'Opening hours', src: 'notice.png', text: 'When is it open on Saturday?' },
  ],
  async answer({ question, image }, _parameters, signal) {
    const answers = findAnswers(await readLines(image, signal), question);
    return answers.sort((left, right) => right.score - left.score).slice(0, maxAnswers);
  },
});

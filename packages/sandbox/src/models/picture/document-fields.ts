import { defineModel } from '../../define-model.ts';
import { answerRule, findAnswers } from './ocr/find-answers.ts';
import { questionRule } from './ocr/question-words.ts';
import { readerRule } from './ocr/reader-rule.ts';
import { readPage } from './ocr/reader.ts';
import { keepTop } from './parameters.ts';

/** Answers questions from the labeled lines of a document. */
export const documentFields = defineModel({
  id: 'sandbox/document-fields',
  task: 'document-question-answering',
  library: 'tesseract.js',
  tags: ['ocr'],
  card: `# Document fields

Reads a document and looks for the line whose label has most words in common with the question, as in "Due date: 28 March".
The answer is that line's value, with the positions of its first and last word among all words of the page (from 0). Several
answers come best first; \`top_k\` (5 unless given) says how many. A question that shares no word with the page gets none.

### The question

${questionRule}

### The answer

${answerRule}

### Reading

${readerRule}

## Limits

It finds labeled values; it does not calculate, compare or read sentences. Columns side by side are read as one line.
`,
  examples: [
    { example_title: 'The total', src: 'invoice.png', text: 'What is the total?' },
    { example_title: 'The due date', src: 'invoice.png', text: 'What is the due date?' },
    { example_title: 'Opening hours', src: 'notice.png', text: 'When is it open on Saturday?' },
  ],
  async answer({ question, image }, parameters, signal) {
    return keepTop(findAnswers(await readPage(image, signal), question), parameters, 5);
  },
});

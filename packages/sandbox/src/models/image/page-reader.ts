import { defineModel } from '../../define-model.ts';
import { readLines } from './text-reader.ts';

export const pageReader = defineModel({
  id: 'sandbox/page-ocr',
  task: 'image-to-text',
  library: 'tesseract.js',
  tags: ['ocr'],
  card: `
Reads printed English text, line by line.

Tesseract 5 reads it on this machine. Handwriting, other alphabets and text on photos are read badly or not at all; the answer is then
empty.
`,
  examples: [
    { example_title: 'A notice', src: 'notice.png' },
    { example_title: 'An invoice', src: 'invoice.png' },
  ],
  async answer(image, _parameters, signal) {
    const lines = await readLines(image, signal);
    return { generated_text: lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n') };
  },
});

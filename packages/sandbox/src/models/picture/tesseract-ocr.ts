import { defineModel } from '../../define-model.ts';
import { pageText } from './ocr/page.ts';
import { readerRule } from './ocr/reader-rule.ts';
import { readPage } from './ocr/reader.ts';

/** Reads the printed text of a picture. */
export const tesseractOcr = defineModel({
  id: 'sandbox/tesseract-ocr',
  task: 'image-to-text',
  library: 'tesseract.js',
  tags: ['ocr'],
  card: `# Tesseract OCR

Gives the printed text of a picture, line by line. A picture without text gives an empty one.

${readerRule}

## Limits

Printed English in upright lines; handwriting, curved or tilted text and several columns come out badly. The first reading
takes a second or two longer, while the reader starts.
`,
  examples: [
    { example_title: 'An invoice', src: 'invoice.png' },
    { example_title: 'A notice', src: 'notice.png' },
  ],
  async answer(picture, _parameters, signal) {
    return { generated_text: pageText(await readPage(picture, signal)) };
  },
});

import { afterAll, describe, expect, it } from 'vitest';
import { closeOcr, pictureModels } from '../../../../packages/sandbox/src/models/picture/index.ts';
import { ask, examplePicture, makePicture } from './support.ts';

afterAll(closeOcr);

describe('sandbox/tesseract-ocr', () => {
  it('reads dark text on white and light text on green', async () => {
    const invoice = await ask('sandbox/tesseract-ocr', 'image-to-text', await examplePicture('invoice.png'));
    expect(invoice.generated_text.split('\n').slice(0, 4)).toEqual([
      'INVOICE',
      'Invoice number: 2041',
      'Invoice date: 14 March 2026',
      'Due date: 28 March 2026',
    ]);
    const notice = await ask('sandbox/tesseract-ocr', 'image-to-text', await examplePicture('notice.png'));
    expect(notice.generated_text).toContain('Saturday: 10:00 to 14:00');
  });

  it('reads nothing in an empty picture', async () => {
    const answer = await ask('sandbox/tesseract-ocr', 'image-to-text', makePicture(50, 50));
    expect(answer).toEqual({ generated_text: '' });
  });

  it('reads again after it was closed, and two at once', async () => {
    await closeOcr();
    const picture = await examplePicture('notice.png');
    const both = await Promise.all([1, 2].map(() => ask('sandbox/tesseract-ocr', 'image-to-text', picture)));
    expect(both[0]).toEqual(both[1]);
    expect(both[0]?.generated_text).toContain('READING ROOM');
  });

  it('stops waiting when it is aborted', async () => {
    const model = pictureModels.find(({ id }) => id === 'sandbox/tesseract-ocr');
    const picture = await examplePicture('invoice.png');
    const controller = new AbortController();
    const reading = Promise.resolve(model?.answer(picture, {}, controller.signal));
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});

describe('sandbox/document-fields', () => {
  it.each([
    ['What is the total?', 'invoice.png', '79.68 EUR'],
    ['What is the due date?', 'invoice.png', '28 March 2026'],
    ['How much is the delivery?', 'invoice.png', '6.00'],
    ['How much is the tax?', 'invoice.png', '13.28'],
    ['What time does it open on Saturday?', 'notice.png', '10:00 to 14:00'],
    ['Is the room open on Sunday?', 'notice.png', 'closed'],
  ])('%s', async (question, name, expected) => {
    const image = await examplePicture(name);
    const answers = await ask('sandbox/document-fields', 'document-question-answering', { question, image });
    expect(answers[0]?.answer).toBe(expected);
    const scores = answers.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
  });

  it('tells where the words stand on the page', async () => {
    const image = await examplePicture('invoice.png');
    const question = 'What is the due date?';
    const [first] = await ask('sandbox/document-fields', 'document-question-answering', { question, image });
    const { generated_text } = await ask('sandbox/tesseract-ocr', 'image-to-text', image);
    const words = generated_text.split(/\s+/);
    expect(words.slice(first?.start, (first?.end ?? 0) + 1).join(' ')).toBe('28 March 2026');
  });

  it('answers nothing to a question that shares no word with the page', async () => {
    const inputs = { question: 'Which color has the elephant?', image: await examplePicture('invoice.png') };
    expect(await ask('sandbox/document-fields', 'document-question-answering', inputs)).toEqual([]);
  });
});

// @module-tag nightly
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { readLines } from '../../../../packages/sandbox/src/models/image/text-reader.ts';
import { ask, exampleImage, makeImage } from './support.ts';

const never = new AbortController().signal;

async function textOf(name: string): Promise<string> {
  const lines = await readLines(await exampleImage(name), never);
  return lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n');
}

describe('the text reader', () => {
  it('reads dark text on white and light text on green, in concurrent requests', async () => {
    const [notice, invoice] = await Promise.all([textOf('notice.png'), textOf('invoice.png')]);
    expect(invoice.split('\n').slice(0, 4)).toEqual([
      'INVOICE',
      'Invoice number: 2041',
      'Invoice date: 14 March 2026',
      'Due date: 28 March 2026',
    ]);
    expect(notice).toContain('Saturday: 10:00 to 14:00');
  });

  it('returns nothing for an empty image', async () => {
    expect(await readLines(makeImage(50, 50), never)).toEqual([]);
  });

  it('rejects when aborted', async () => {
    const controller = new AbortController();
    const reading = readLines(await exampleImage('invoice.png'), controller.signal);
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(reading).rejects.toThrow('enough');
  });

  it('rejects when its thread ends, and starts another one for the next image', async () => {
    vi.resetModules();
    const started = once(process, 'worker') as Promise<[Worker]>;
    const fresh = await import('../../../../packages/sandbox/src/models/image/text-reader.ts');
    const image = await exampleImage('invoice.png');
    await fresh.readLines(image, never);
    const [thread] = await started;
    vi.spyOn(thread, 'postMessage').mockImplementation(() => void thread.terminate());
    await expect(fresh.readLines(image, never)).rejects.toThrow('The text reader ended.');
    expect(await fresh.readLines(image, never)).not.toEqual([]);
  });
});

describe('sandbox/document-fields', () => {
  it('returns the position of the words', async () => {
    const image = await exampleImage('invoice.png');
    const question = 'What is the due date?';
    const [first] = await ask('sandbox/document-fields', 'document-question-answering', { question, image });
    const words = (await textOf('invoice.png')).split(/\s+/);
    expect(words.slice(first?.start, (first?.end ?? 0) + 1).join(' ')).toBe('28 March 2026');
  });

  it('returns nothing if the question and the page have no common words', async () => {
    const inputs = { question: 'Which color has the elephant?', image: await exampleImage('invoice.png') };
    expect(await ask('sandbox/document-fields', 'document-question-answering', inputs)).toEqual([]);
  });

  it.each([
    ['What is the total?', 'invoice.png', '79.68 EUR'],
    ['How much is the delivery?', 'invoice.png', '6.00'],
    ['What time does it open on Saturday?', 'notice.png', '10:00 to 14:00'],
    ['Is the room open on Sunday?', 'notice.png', 'closed'],
  ])('%s', async (question, name, expected) => {
    const image = await exampleImage(name);
    const answers = await ask('sandbox/document-fields', 'document-question-answering', { question, image });
    expect(answers[0]?.answer).toBe(expected);
    const scores = answers.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
  });
});

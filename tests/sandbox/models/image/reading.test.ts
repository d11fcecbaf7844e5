// @module-tag nightly
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { post, sandboxFor } from '../../support.ts';
import { ask } from '../ask.ts';
import { makeImage, readExample, toFile } from './support.ts';

/** The text of a page. */
async function readPage(image: string): Promise<string> {
  const [answer] = await ask<[{ generated_text: string }]>('page-ocr', image);
  return answer.generated_text;
}

interface Answer {
  readonly answer: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const answersTo = (question: string, image: string) => ask<Answer[]>('document-fields', { question, image });

describe('sandbox/page-ocr', () => {
  it('reads dark text on white and light text on green, in concurrent requests', async () => {
    const images = await Promise.all(['notice.png', 'invoice.png'].map(readExample));
    const [notice, invoice] = await Promise.all(images.map(readPage));
    expect(invoice!.split('\n').slice(0, 4)).toEqual([
      'INVOICE',
      'Invoice number: 2041',
      'Invoice date: 14 March 2026',
      'Due date: 28 March 2026',
    ]);
    expect(notice).toContain('Saturday: 10:00 to 14:00');
  });

  it('stops when its client disconnects', async () => {
    const { inferenceUrl } = await sandboxFor();
    const body = { inputs: await readExample('invoice.png') };
    const controller = new AbortController();
    const reading = post(`${inferenceUrl}/models/sandbox/page-ocr`, body, {}, controller.signal);
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(reading).rejects.toThrow('enough');
    expect(await readPage(body.inputs)).toContain('INVOICE');
  });

  it('fails when its thread ends, and starts another one for the next image', async () => {
    vi.resetModules();
    const started = once(process, 'worker') as Promise<[Worker]>;
    const { startSandbox } = await import('@tryout/sandbox');
    const { inferenceUrl, close } = await startSandbox();
    const body = { inputs: await readExample('invoice.png') };
    const read = async () => (await post(`${inferenceUrl}/models/sandbox/page-ocr`, body)).text();
    await read();
    const [thread] = await started;
    vi.spyOn(thread, 'postMessage').mockImplementation(() => void thread.terminate());
    expect(await read()).toContain('The text reader ended.');
    expect(await read()).toContain('INVOICE');
    await close();
  });
});

describe('sandbox/document-fields', () => {
  it('returns the position of the words', async () => {
    const image = await readExample('invoice.png');
    const [first] = await answersTo('What is the due date?', image);
    const words = (await readPage(image)).split(/\s+/);
    expect(words.slice(first?.start, (first?.end ?? 0) + 1).join(' ')).toBe('28 March 2026');
  });

  it('returns nothing if the page is empty or has no word of the question', async () => {
    const question = 'Which color has the elephant?';
    expect(await answersTo(question, await readExample('invoice.png'))).toEqual([]);
    expect(await answersTo(question, await toFile(makeImage(50, 50)))).toEqual([]);
  });

  it.each([
    ['What is the total?', 'invoice.png', '79.68 EUR'],
    ['How much is the delivery?', 'invoice.png', '6.00'],
    ['What time does it open on Saturday?', 'notice.png', '10:00 to 14:00'],
    ['Is the room open on Sunday?', 'notice.png', 'closed'],
  ])('%s', async (question, name, expected) => {
    const answers = await answersTo(question, await readExample(name));
    expect(answers[0]?.answer).toBe(expected);
    const scores = answers.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
  });
});

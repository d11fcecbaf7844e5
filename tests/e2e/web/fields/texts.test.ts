import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dropFiles, pasteText } from '../../../support/browser/data-transfer.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { temporaryFolder } from '../../../support/process.ts';

test('a text box grows with its text, accepts dropped text files, and rejects other files', async () => {
  const { page, url } = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  const input = page.getByLabel('Input', { exact: true });
  await input.waitFor();
  const height = async () => (await input.boundingBox())!.height;
  const before = await height();
  await input.fill('A line.\n'.repeat(12));
  await expect.poll(height).toBeGreaterThan(before * 2);
  const folder = temporaryFolder();
  const file = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  await dropFiles(input, file('story.txt', Buffer.from('\ufeffOnce upon a time', 'utf16le')));
  await expect.poll(() => input.inputValue()).toBe('Once upon a time');
  await dropFiles(input, file('noise.bin', Buffer.from([0, 1, 2, 0xff])));
  await page.getByRole('alert').getByText('noise.bin is not a text file').waitFor();
  await expect.poll(() => input.inputValue()).toBe('Once upon a time');
  // A file dropped outside the box does not replace the page.
  await dropFiles(page.getByRole('heading', { name: 'Output' }), file('page.html', Buffer.from('<h1>Gone')));
  await dropFiles(input, file('again.txt', Buffer.from('Still here')));
  await expect.poll(() => input.inputValue()).toBe('Still here');
  await expect.poll(() => page.url()).toContain(url);
});

test('a list can grow by button, Enter and pasted lines, and shrink', async () => {
  const { page, requests } = await openApp({ path: '#/sentence-similarity/sandbox/word-cosine' });
  const entry = (number: number) => page.getByLabel(`Input - Sentence #${number}`, { exact: true });
  const entries = page.getByRole('textbox', { name: /^Input - Sentence #/ });
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent);
  await entry(2).waitFor();
  await expect.poll(() => entries.count()).toBe(2);
  await page.getByLabel('Input - Source Sentence').fill('Rain falls');
  await page.getByRole('button', { name: 'Add Sentence' }).click();
  await expect.poll(focused).toBe('Input - Sentence #3');
  await entry(1).focus();
  await pasteText(entry(1), 'It rains\nIt snows\nThe sun shines\nFog');
  await expect.poll(focused).toBe('Input - Sentence #4');
  await expect.poll(() => entry(3).inputValue()).toBe('The sun shines');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Input - Sentence #5');
  await page.keyboard.press('Backspace');
  await expect.poll(focused).toBe('Input - Sentence #4');
  await page.getByRole('button', { name: 'Remove Input - Sentence #2' }).click();
  await expect.poll(() => entries.count()).toBe(3);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => requests.find(({ method }) => method === 'POST')).toBeDefined();
  const { body } = requests.find(({ method }) => method === 'POST')!;
  expect(JSON.parse(Buffer.from(body).toString()).inputs.sentences).toEqual([
    'It rains',
    'The sun shines',
    'Fog',
  ]);
  while ((await entries.count()) > 1)
    await page.getByRole('button', { name: 'Remove Input - Sentence #1' }).click();
  await expect
    .poll(() => page.getByRole('button', { name: 'Remove Input - Sentence #1' }).isDisabled())
    .toBe(true);
});

test('W16: a single label with commas becomes several, even right before Ctrl-Enter', async () => {
  const { page, requests } = await openApp({ path: '#/zero-shot-classification/sandbox/label-overlap' });
  const label = (number: number) =>
    page.getByLabel(`Parameter - Candidate Label #${number}`, { exact: true });
  await page.getByLabel('Input', { exact: true }).fill('A day off');
  await label(1).fill('work, travel,');
  await label(1).press('Enter');
  await expect.poll(() => label(2).inputValue()).toBe('travel');
  await label(2).fill('travel, by train');
  await label(2).blur();
  await expect
    .poll(() => label(2).inputValue(), { message: 'several labels keep commas' })
    .toBe('travel, by train');
  await label(2).fill('');
  await label(1).fill('work,travel,food');
  await label(1).press('Control+Enter');
  await expect.poll(() => requests.find(({ method }) => method === 'POST')).toBeDefined();
  const { body } = requests.find(({ method }) => method === 'POST')!;
  expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({
    parameters: { candidate_labels: ['work', 'travel', 'food'] },
  });
});

test('a text box next to an image field accepts text and leaves images to the other field', async () => {
  const { page } = await openApp({ path: '#/visual-question-answering/sandbox/shape-questions' });
  const question = page.getByLabel('Input - Question');
  await page.getByText('No file chosen').waitFor();
  const file = join(temporaryFolder(), 'question.txt');
  writeFileSync(file, 'How many circles?');
  await dropFiles(question, file);
  await expect.poll(() => question.inputValue()).toBe('How many circles?');
  await dropFiles(question, 'examples/shapes.png');
  await page.getByRole('img', { name: 'Input - Image: shapes.png' }).waitFor();
  await expect.poll(() => question.inputValue()).toBe('How many circles?');
});

test('parameters have a control for their type and are sent with that type', async () => {
  const { page, requests } = await openApp({ path: '#/text-generation/sandbox/fable-markov-chain' });
  await page.getByLabel('Input', { exact: true }).fill('Once');
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: /^Parameters/ }).click();
  await page.getByRole('button', { name: /^More parameters/ }).click();
  const parameter = (name: string) => page.getByLabel(name, { exact: true });
  await parameter('max_new_tokens').fill('1');
  await parameter('return_full_text').selectOption('false');
  await parameter('temperature').fill('warm');
  await expect.poll(() => parameter('temperature').getAttribute('aria-invalid')).toBe('true');
  await parameter('temperature').fill('0.5');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => requests.find(({ method }) => method === 'POST')).toBeDefined();
  const { body } = requests.find(({ method }) => method === 'POST')!;
  expect(JSON.parse(Buffer.from(body).toString()).parameters).toMatchObject({
    max_new_tokens: 1,
    return_full_text: false,
    temperature: 0.5,
  });
});

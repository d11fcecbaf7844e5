import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { picture } from '../../../support/browser/screenshots.ts';
import { json, openResult } from './open-result.ts';

test('labels stand best first with percents, and the sentence that each would fill', async () => {
  const { page, output } = await openResult({ path: 'fill-mask/sandbox/n-gram-mask' });
  const rows = output.getByRole('list', { name: 'Labels, best first' }).getByRole('listitem');
  await rows.first().waitFor();
  const texts = await rows.allTextContents();
  const shares = texts.map((text) => Number(/([\d.]+) %/.exec(text)?.[1]));
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
  expect(texts[0]).toMatch(/\d %.+ of France\.$/);
  await picture(page, 'results/labels', { whole: true });
  await expectNoViolations(page);
});

test('names in a text are marked in it, and a label in the legend leaves only its own marked', async () => {
  const { page, output } = await openResult({
    path: 'token-classification/sandbox/text-patterns',
    texts: { Input: 'Write to ada@example.org or call on 2026-11-21, then see https://example.org/x.' },
  });
  const marks = output.locator('mark');
  await marks.first().waitFor();
  const legend = output.getByRole('list', { name: 'Labels' }).getByRole('button');
  await expect.poll(() => marks.count()).toBeGreaterThan(1);
  const seen = () => marks.evaluateAll((all) => all.map((mark) => getComputedStyle(mark).backgroundColor));
  const before = new Set(await seen());
  await legend.first().hover();
  await expect
    .poll(async () => (await seen()).filter((color) => color === 'rgba(0, 0, 0, 0)').length)
    .toBe((await marks.count()) - 1);
  await picture(page, 'results/spans', { whole: true });
  await page.mouse.move(0, 0);
  await expect.poll(async () => new Set(await seen())).toEqual(before);
  await legend.first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => legend.first().getAttribute('aria-pressed')).toBe('true');
  await expectNoViolations(page);
});

test('an answer is marked where it stands in its context', async () => {
  const { page, output } = await openResult({ path: 'question-answering/sandbox/word-overlap-answers' });
  await output.locator('mark').waitFor();
  await expect.poll(() => output.locator('mark').textContent()).toBe('Paris');
  await expect.poll(() => output.textContent()).toContain('The capital of France is Paris.');
  await expectNoViolations(page);
});

test('S4: all answers of a list are shown, best first, each marked in the context', async () => {
  const answer = [
    { answer: 'Paris', start: 25, end: 30, score: 0.2 },
    { answer: 'France', start: 15, end: 21, score: 0.7 },
  ];
  const { page, output } = await openResult({
    path: 'question-answering/sandbox/word-overlap-answers',
    answer: json(answer),
  });
  const rows = output.getByRole('list', { name: 'Answers, best first' }).getByRole('listitem');
  await expect.poll(() => rows.allTextContents()).toEqual(['France70.0 %', 'Paris20.0 %']);
  await expect.poll(() => output.locator('mark').allTextContents()).toEqual(['France', 'Paris']);
  await expectNoViolations(page);
  await output.getByText('JSON', { exact: true }).click();
  const code = output.locator('code');
  await expect
    .poll(async () => JSON.parse((await code.textContent()) ?? '') as unknown)
    .toEqual(answer.reverse());
});

test('a long context is shown around its answer until all of it is asked for', async () => {
  const filling = 'Nothing is said here of any town. '.repeat(300);
  const { output, page } = await openResult({
    path: 'question-answering/sandbox/word-overlap-answers',
    texts: {
      'Input - Question': 'What is the capital of France?',
      'Input - Context': `${filling}The capital of France is Paris. ${filling}`,
    },
  });
  const context = output.getByRole('figure');
  await context.locator('mark').waitFor();
  await expect.poll(async () => (await context.textContent())!.length).toBeLessThan(2000);
  await context.getByRole('button', { name: /^Show all text/ }).click();
  await expect.poll(async () => (await context.textContent())!.length).toBeGreaterThan(filling.length * 2);
  await expect.poll(() => context.locator('mark').isVisible()).toBe(true);
  await expectNoViolations(page);
});

test('the cells of an answer are marked in their table, and said to be so', async () => {
  const { page, output } = await openResult({ path: 'table-question-answering/sandbox/table-rules' });
  const cell = output.getByRole('cell', { name: /\(part of the answer\)/ });
  await cell.waitFor();
  await expect.poll(() => cell.textContent()).toBe('36542 (part of the answer)');
  await expect.poll(() => output.getByRole('columnheader').allTextContents()).toContain('Stars');
  await picture(page, 'results/cells', { whole: true });
  await expectNoViolations(page);
});

test('numbers have the labels of the specification and what they belong to', async () => {
  const { page, output } = await openResult({ path: 'sentence-similarity/sandbox/word-cosine' });
  const rows = output.getByRole('list', { name: 'Numbers' }).getByRole('listitem');
  await rows.first().waitFor();
  await expect.poll(() => rows.first().textContent()).toBe('Output - Sentence #10.8000That is a happy dog');
  await expectNoViolations(page);
});

test('a vector is a map of heat that is read by pointer and by arrow keys, and copied whole', async () => {
  const { page, context, output } = await openResult({
    path: 'feature-extraction/sandbox/trigram-embedding',
  });
  await output.getByText('64 numbers').waitFor();
  const map = output.getByRole('slider');
  await map.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => map.getAttribute('aria-valuetext')).toMatch(/^#63: -?[\d.]+$/);
  await map.hover({ position: { x: 1, y: 5 } });
  await expect.poll(() => output.getByText(/^#1: /).count()).toBe(1);
  await expectNoViolations(page);
  await output.getByRole('button', { name: 'Copy numbers' }).click();
  await expect.poll(async () => (JSON.parse(await clipboardText(context)) as number[]).length).toBe(64);
});

test('a picture is drawn with its facts and saved under a name of our own', async () => {
  const { page, output } = await openResult({ path: 'image-to-image/sandbox/picture-editor' });
  const image = output.getByRole('img', { name: 'Generated picture' });
  await image.waitFor();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(480);
  await expect.poll(() => output.getByText('480 × 360').count()).toBe(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    output.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tryout-image-to-image-\d{8}-\d{6}\.png$/);
  await expectNoViolations(page);
});

test('a sound has a player, its form and its facts', async () => {
  const { page, output } = await openResult({ path: 'text-to-speech/sandbox/morse-speaker' });
  const player = output.getByLabel('Generated sound');
  await player.waitFor();
  await expect
    .poll(() => player.evaluate((element: HTMLAudioElement) => element.duration))
    .toBeGreaterThan(0.5);
  await expect.poll(() => output.getByText('16000 Hz').count()).toBe(1);
  await expectNoViolations(page);
});

test('tracks are sounds with their labels, each saved by itself', async () => {
  const { page, output } = await openResult({ path: 'audio-to-audio/sandbox/bass-treble-splitter' });
  const tracks = output.getByRole('list', { name: 'Tracks' }).getByRole('listitem');
  await tracks.nth(1).waitFor();
  await expect
    .poll(() => output.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(['low', 'high']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    output.getByRole('button', { name: 'Download', exact: true }).nth(1).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tryout-audio-to-audio-\d{8}-\d{6}-2\.wav$/);
  await expectNoViolations(page);
});

test('the raw JSON is one click away, colored, copied and saved', async () => {
  const { page, context, output } = await openResult({ path: 'text-classification/sandbox/vader-sentiment' });
  await output.getByText('JSON', { exact: true }).click();
  const code = output.locator('code');
  await code.waitFor();
  const rows = JSON.parse((await code.textContent())!) as { label: string; score: number }[];
  expect(rows[0]).toMatchObject({ label: expect.any(String) as string, score: expect.any(Number) as number });
  await expectNoViolations(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    output.getByRole('button', { name: 'Download JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tryout-text-classification-\d{8}-\d{6}\.json$/);
  await output.getByRole('button', { name: 'Copy JSON' }).click();
  await expect.poll(async () => JSON.parse(await clipboardText(context)) as unknown).toEqual(rows);
});

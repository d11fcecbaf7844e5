import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations, expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { expectNoHorizontalScroll } from '../../../support/browser/layout.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { json, openResult } from './open-result.ts';

test('labels are sorted by score with percentages, and show the completed sentence', async () => {
  const { page, output } = await openResult({ path: 'fill-mask/sandbox/n-gram-mask' });
  const rows = output.getByRole('list', { name: 'Labels, best first' }).getByRole('listitem');
  await rows.first().waitFor();
  const texts = await rows.allTextContents();
  const shares = texts.map((text) => Number(/([\d.]+)%/.exec(text)?.[1]));
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
  expect(texts[0]).toMatch(/\d%.+ of France\.$/);
  await takeScreenshot(page, 'results/labels', { fullPage: true });
});

test('entities are highlighted in the text, and a legend entry shows only its own', async () => {
  const { page, output } = await openResult({
    path: 'token-classification/sandbox/compromise-entities',
    texts: { Input: 'Ada Lovelace lived in London until 27 November 1852.' },
  });
  const highlights = output.locator('mark');
  await highlights.first().waitFor();
  const legend = output.getByRole('list', { name: 'Labels' }).getByRole('button');
  await expect.poll(() => highlights.count()).toBeGreaterThan(1);
  const seen = () =>
    highlights.evaluateAll((all) => all.map((mark) => getComputedStyle(mark).backgroundColor));
  const before = new Set(await seen());
  await legend.first().hover();
  await expect
    .poll(async () => (await seen()).filter((color) => color === 'rgba(0, 0, 0, 0)').length)
    .toBe((await highlights.count()) - 1);
  await takeScreenshot(page, 'results/spans', { fullPage: true });
  await page.mouse.move(0, 0);
  await expect.poll(async () => new Set(await seen())).toEqual(before);
  await legend.first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => legend.first().getAttribute('aria-pressed')).toBe('true');
  await expectNoViolations(page);
});

test('a long text with entities is truncated until requested', async () => {
  const filling = 'Nothing of interest is written here.\n'.repeat(1000);
  const { output } = await openResult({
    path: 'token-classification/sandbox/compromise-entities',
    texts: { Input: `Ada Lovelace wrote this. ${filling}She lived in London.` },
  });
  await expect.poll(() => output.locator('mark').count()).toBe(1);
  await output.getByRole('button', { name: /^Show all text/ }).click();
  await expect.poll(() => output.locator('mark').count()).toBe(2);
});

test('S4: all answers are shown, best first, and highlighted in the context', async () => {
  const answer = [
    { answer: 'Paris', start: 25, end: 30, score: 0.2 },
    { answer: 'France', start: 15, end: 21, score: 0.7 },
  ];
  const { output } = await openResult({
    path: 'question-answering/sandbox/word-overlap-answers',
    answer: json(answer),
  });
  const rows = output.getByRole('list', { name: 'Answers, best first' }).getByRole('listitem');
  await expect.poll(() => rows.allTextContents()).toEqual(['France70.0%', 'Paris20.0%']);
  await expect.poll(() => output.locator('mark').allTextContents()).toEqual(['France', 'Paris']);
  await output.getByText('JSON', { exact: true }).click();
  const code = output.locator('code');
  await expect
    .poll(async () => JSON.parse((await code.textContent()) ?? '') as unknown)
    .toEqual(answer.reverse());
});

test('an answer is highlighted in its context, which is truncated around it until requested', async () => {
  const filling = 'Nothing is said here of any town. '.repeat(300);
  const { output } = await openResult({
    path: 'question-answering/sandbox/word-overlap-answers',
    texts: {
      'Input - Question': 'What is the capital of France?',
      'Input - Context': `${filling}The capital of France is Paris. ${filling}`,
    },
  });
  const context = output.getByRole('figure');
  await expect.poll(() => context.locator('mark').textContent()).toBe('Paris');
  await expect.poll(() => context.textContent()).toContain('The capital of France is Paris.');
  await expect.poll(async () => (await context.textContent())!.length).toBeLessThan(2000);
  await context.getByRole('button', { name: /^Show all text/ }).click();
  await expect.poll(async () => (await context.textContent())!.length).toBeGreaterThan(filling.length * 2);
  await expect.poll(() => context.locator('mark').isVisible()).toBe(true);
});

test('W12: the cells of an answer are highlighted in their table and described, and a small table fits on a laptop, both as a result and in the editor', async () => {
  const { page, output } = await openResult({ path: 'table-question-answering/sandbox/table-rules' });
  const cell = output.getByRole('cell', { name: /\(part of the answer\)/ });
  await cell.waitFor();
  await expect.poll(() => cell.textContent()).toBe('36542 (part of the answer)');
  await expect.poll(() => output.getByRole('columnheader').allTextContents()).toContain('Stars');
  await takeScreenshot(page, 'results/cells', { fullPage: true });
  const hiddenWidth = (table: Locator) =>
    table.evaluate((element) => {
      const box = element.parentElement!.parentElement!;
      return box.scrollWidth - box.clientWidth;
    });
  await expect.poll(() => hiddenWidth(output.getByRole('table'))).toBe(0);
  await expect.poll(() => hiddenWidth(page.getByRole('table', { name: 'Input - Table' }))).toBe(0);
});

test('numbers have the specified labels and their inputs', async () => {
  const { output } = await openResult({ path: 'sentence-similarity/sandbox/word-cosine' });
  const rows = output.getByRole('list', { name: 'Numbers' }).getByRole('listitem');
  await rows.first().waitFor();
  await expect.poll(() => rows.first().textContent()).toBe('Output - Sentence #10.8000That is a happy dog');
});

test('a vector is a heat map that can be read by pointer and keyboard, and copied completely', async () => {
  const { page, context, output } = await openResult({
    path: 'feature-extraction/sandbox/trigram-embedding',
  });
  await output.getByText('64 numbers').waitFor();
  const map = output.getByRole('slider');
  await map.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => map.getAttribute('aria-valuetext')).toMatch(/^#63: -?[\d.]+$/);
  await output.locator('canvas').hover({ position: { x: 1, y: 5 }, force: true });
  await expect.poll(() => output.getByText(/^#1: /).count()).toBe(1);
  await output.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(async () => (JSON.parse(await clipboardText(context)) as number[]).length).toBe(64);
});

test('an image is shown with its details and saved under a generated name', async () => {
  const { page, output } = await openResult({ path: 'image-to-image/sandbox/picture-editor' });
  const image = output.getByRole('img', { name: 'Generated image' });
  await image.waitFor();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(480);
  await expect.poll(() => output.getByText('480 × 360').count()).toBe(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    output.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tryout-image-to-image-\d{8}-\d{6}\.png$/);
});

test('audio has a player, a waveform and details', async () => {
  const { output } = await openResult({ path: 'text-to-speech/sandbox/morse-speaker' });
  const player = output.getByRole('group', { name: 'Generated audio' });
  const audio = player.locator('audio');
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration))
    .toBeGreaterThan(0.5);
  await player.locator('svg path').last().waitFor();
  await expect.poll(() => output.getByText('16 kHz').count()).toBe(1);
});

test('tracks are labeled audio that can be saved separately', async () => {
  const { page, output } = await openResult({ path: 'audio-to-audio/sandbox/bass-treble-splitter' });
  const tracks = output.getByRole('list', { name: 'Tracks' }).getByRole('listitem');
  await tracks.nth(1).waitFor();
  await expect
    .poll(() => output.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(['low', 'high']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    tracks.nth(1).getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tryout-audio-to-audio-\d{8}-\d{6}-2\.wav$/);
});

test('the raw JSON is one click away, accessible, and can be copied and saved', async () => {
  const { page, context, output } = await openResult({ path: 'text-classification/sandbox/vader-sentiment' });
  await output.getByText('JSON', { exact: true }).click();
  const code = output.locator('code');
  await code.waitFor();
  const rows = JSON.parse((await code.textContent())!) as { label: string; score: number }[];
  expect(rows[0]).toMatchObject({ label: expect.any(String) as string, score: expect.any(Number) as number });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    output.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tryout-text-classification-\d{8}-\d{6}\.json$/);
  await output.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(async () => JSON.parse(await clipboardText(context)) as unknown).toEqual(rows);
  await expectNoViolationsIn(page, twoAppearances);
  await expectNoHorizontalScroll(page);
});

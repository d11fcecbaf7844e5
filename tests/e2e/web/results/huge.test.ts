import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { serve } from '../../../support/loopback.ts';
import { json, openResult, openResultPage } from './open-result.ts';

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const more = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(more, 'horizontal overflow in pixels').toBeLessThanOrEqual(0);
}

test('two thousand labels are truncated until all are requested', async () => {
  const labels = Array.from({ length: 2000 }, (_, index) => ({
    label: `label ${index}`,
    score: index === 1999 ? 0.0001 : (2000 - index) / 2000,
  }));
  const { page, output } = await openResult({
    path: 'image-classification/sandbox/named-colors',
    answer: json(labels),
    device: 'phone',
  });
  const rows = output.locator('ol > li');
  await rows.first().waitFor();
  await expect.poll(() => rows.count()).toBe(20);
  await output.getByRole('button', { name: 'Show all 2,000' }).click();
  await expect.poll(() => rows.count()).toBe(2000);
  await expect.poll(() => rows.last().textContent()).toBe('label 1999<0.1%');
  await expectNoSidewaysScroll(page);
});

test('a hundred thousand numbers are drawn, readable at both ends, and copied completely', async () => {
  const numbers = Array.from({ length: 100_000 }, (_, index) => Math.sin(index / 500));
  const { page, context, output } = await openResult({
    path: 'feature-extraction/sandbox/trigram-embedding',
    answer: json(numbers),
    device: 'phone',
  });
  await output.getByText('100,000 numbers').waitFor();
  const map = output.getByRole('slider');
  await map.focus();
  await page.keyboard.press('End');
  await expect.poll(() => map.getAttribute('aria-valuetext')).toMatch(/^#100,000: -?[\d.]+$/);
  await expectNoSidewaysScroll(page);
  await output.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(async () => (JSON.parse(await clipboardText(context)) as number[]).length).toBe(100_000);
  await output.getByText('JSON', { exact: true }).click();
  await output.getByRole('button', { name: /^Show all [\d,]+ lines$/ }).click();
  const shown = async () => (await output.locator('code').textContent()) ?? '';
  await expect.poll(async () => (await shown()).trimEnd().endsWith(']')).toBe(true);
  expect(JSON.parse(await shown())).toEqual(numbers);
});

test('five megabytes of text are shown to the end', async () => {
  const line = 'This line is repeated to make a text that is too long to read completely.\n';
  const text = `${line.repeat(75_000)}The end.`;
  const { page, output } = await openResult({
    path: 'summarization/sandbox/lead-summary',
    answer: json({ summary_text: text }),
  });
  await output.getByRole('group', { name: 'Text' }).waitFor();
  const written = await output.getByRole('group', { name: 'Text' }).evaluate((box) => box.textContent);
  expect(written === text, 'the text letter for letter').toBe(true);
  await expectNoSidewaysScroll(page);
});

test('a label without spaces and a thousand columns do not widen a phone screen', async () => {
  const wide = 'w'.repeat(3000);
  const { page, output } = await openResult({
    path: 'fill-mask/sandbox/n-gram-mask',
    answer: json([{ score: 0.5, sequence: wide, token: 1, token_str: wide }]),
    device: 'phone',
  });
  await output.getByRole('list', { name: 'Labels, best first' }).waitFor();
  await expectNoSidewaysScroll(page);
  await output.getByText('JSON', { exact: true }).click();
  await output
    .getByText(/more characters/)
    .first()
    .waitFor();
  await expectNoSidewaysScroll(page);
});

test('empty results are reported, and logits are shown as numbers without bars', async () => {
  const { output, show } = await openResultPage();
  for (const [path, answer, words] of [
    ['image-classification/sandbox/named-colors', [], 'No labels'],
    ['token-classification/sandbox/compromise-entities', [], 'Nothing found'],
    ['summarization/sandbox/lead-summary', { summary_text: '' }, '(no text)'],
    ['document-question-answering/sandbox/document-fields', [], 'No answer'],
    ['tabular-regression/sandbox/stopping-distance-line', [], 'No numbers'],
  ] as const) {
    await show({ path, answer: json(answer) });
    await output.getByText(words, { exact: true }).waitFor();
  }
  const logits = [
    { label: 'up', score: 3.14159 },
    { label: 'down', score: -2 },
  ];
  await show({ path: 'image-classification/sandbox/named-colors', answer: json(logits) });
  const rows = output.getByRole('list', { name: 'Labels, best first' }).getByRole('listitem');
  await expect.poll(() => rows.allTextContents()).toEqual(['up3.142', 'down-2']);
});

test('a large table shows the rows around its answer until all are requested', async () => {
  const column = (index: number) =>
    Array.from({ length: 100 }, (_, row) => `${String.fromCharCode(97 + index)}${row}`);
  const table = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`Column ${index}`, column(index)]),
  );
  const inference = await serve(
    json({ answer: 'p50', aggregator: 'NONE', cells: ['p50'], coordinates: [[50, 15]] }),
  );
  const { page } = await openApp({
    path: '#/table-question-answering/sandbox/table-rules',
    config: { inferenceUrl: inference.url },
    device: 'phone',
  });
  const file = {
    name: 'table.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(table)),
  };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByLabel('Input - Query', { exact: true }).fill('What is it?');
  await page.getByRole('button', { name: 'Run', exact: true, disabled: false }).click();
  const output = page.getByRole('region', { name: 'Output' });
  const cell = output.getByRole('cell', { name: 'p50 (part of the answer)' });
  await cell.waitFor();
  const place = (await cell.boundingBox())!;
  expect(place.x + place.width).toBeLessThanOrEqual(390);
  await expect.poll(() => output.getByRole('row').count()).toBeLessThan(12);
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page);
  await output.getByRole('button', { name: 'Show all 100 rows' }).click();
  await expect.poll(() => output.locator('tbody tr').count()).toBe(100);
  await expectNoSidewaysScroll(page);
});

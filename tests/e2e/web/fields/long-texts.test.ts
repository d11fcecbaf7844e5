import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { pasteText } from '../../../support/browser/data-transfer.ts';
import { openApp, type OpenApp } from '../../../support/browser/open-app.ts';

/** A megabyte in short lines, which takes seconds to lay out. */
const LONG = 'Once upon a time there was a text.\n'.repeat(30_000);

const input = (page: Page) => page.getByLabel('Input', { exact: true });
const startOf = (box: Locator) => box.evaluate((element: HTMLTextAreaElement) => element.value.slice(0, 9));
const shown = (page: Page, length: number) =>
  page.getByText(`of ${length.toLocaleString('en')} characters; the text is too long to edit`).waitFor();

/** Whether a run sends this text; returns no text, so that a failure does not print it. */
async function sentNow({ page, requests }: OpenApp): Promise<string> {
  const before = requests.length;
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => requests.slice(before).some(({ method }) => method === 'POST')).toBe(true);
  const { body } = requests.slice(before).find(({ method }) => method === 'POST')!;
  return (JSON.parse(Buffer.from(body).toString()) as { inputs: string }).inputs;
}

test('long pasted text shows its start, is sent and kept completely, and can be removed', async () => {
  const app = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  const { page, errorLog } = app;
  // The small sandbox model rejects the text.
  errorLog.expect(/failed request: POST \S+lead-summary: 400/);
  await input(page).fill('My own. ');
  await page.keyboard.press('Control+End');
  await pasteText(input(page), LONG);
  await shown(page, LONG.length + 8);
  await expectNoViolations(page);
  expect((await sentNow(app)) === `My own. ${LONG}`).toBe(true);
  await page.reload();
  await shown(page, LONG.length + 8);
  await expect.poll(() => startOf(input(page))).toBe('My own. O');
  expect((await sentNow(app)) === `My own. ${LONG}`).toBe(true);
  await page.getByRole('button', { name: 'Remove text' }).click();
  await expect.poll(() => input(page).inputValue()).toBe('');
});

test('text is pasted at the caret after Windows line breaks', async () => {
  const app = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  app.errorLog.allow(/failed request: POST \S+lead-summary: 400/);
  const lines = 'A line.\r\n'.repeat(2000);
  await pasteText(input(app.page), lines);
  await expect.poll(() => startOf(input(app.page))).toBe('A line.\nA');
  await input(app.page).press('Control+End');
  await pasteText(input(app.page), `${'End. '.repeat(3000)}`);
  expect((await sentNow(app)).replaceAll('\r', '').indexOf('End.')).toBe(2000 * 'A line.\n'.length);
});

test('long pasted JSON becomes a table at once', async () => {
  const { page } = await openApp({ path: '#/table-question-answering/sandbox/table-rules' });
  await page.getByRole('button', { name: 'Type JSON' }).click();
  const text = page.getByRole('textbox', { name: /, as JSON$/ });
  await text.focus();
  const City = Array.from({ length: 30_000 }, (_, index) => `City ${index}`);
  await pasteText(text, JSON.stringify({ City }, null, 1));
  await page.getByText(/1 column · 30,000 rows/).waitFor();
  await page.reload();
  await page.getByText(/1 column · 30,000 rows/).waitFor();
});

test('X5: texts of 16,000 lines get the direction of their first letter without the slow search of browsers', async () => {
  const { page } = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  for (const [line, direction] of [
    ['1, 2, 3\n', 'ltr'],
    ['\n', 'ltr'],
    ['«\u05e9»\n', 'rtl'],
  ] as const) {
    await input(page).fill('');
    await pasteText(input(page), line.repeat(16_000));
    // With `auto`, they would take seconds at each change.
    await expect.poll(() => input(page).getAttribute('dir')).toBe(direction);
  }
});

test('X5: words of 100,000 letters can be pasted and sent, and fast ones edited', async () => {
  const app = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  const { page, errorLog } = app;
  errorLog.allow(/failed request: POST \S+lead-summary: 400/);
  // Joined letters take browsers seconds at each key, so that only the start is shown.
  for (const [letter, typed] of [
    ['A', 'Now: '],
    ['漢', 'Now: '],
    ['س', ''],
  ] as const) {
    const word = letter.repeat(100_000);
    await input(page).fill('');
    await pasteText(input(page), word);
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Now: ');
    expect((await sentNow(app)) === `${typed}${word}`).toBe(true);
  }
});

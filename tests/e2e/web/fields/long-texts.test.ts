import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { pasteText } from '../../../support/browser/data-transfer.ts';
import { watchPauses } from '../../../support/browser/rendering.ts';
import { openApp, type OpenApp } from '../../../support/browser/open-app.ts';

/** A megabyte in short lines, which takes seconds to lay out. */
const LONG = 'Once upon a time there was a text.\n'.repeat(30_000);

const input = (page: Page) => page.getByLabel('Input', { exact: true });
const startOf = (box: Locator) => box.evaluate((element: HTMLTextAreaElement) => element.value.slice(0, 9));
const shown = (page: Page, length: number) =>
  page.getByText(`of ${length.toLocaleString('en')} characters. The full text will be sent.`).waitFor();

/** Whether a run sends this text; returns no text, so that a failure does not print it. */
async function sentNow({ page, requests }: OpenApp): Promise<string> {
  const before = requests.length;
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => requests.slice(before).some(({ method }) => method === 'POST')).toBe(true);
  const { body } = requests.slice(before).find(({ method }) => method === 'POST')!;
  return (JSON.parse(Buffer.from(body).toString()) as { inputs: string }).inputs;
}

test('long pasted text shows its start, can be edited there, and is sent and kept completely', async () => {
  const app = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  const { page, errorLog } = app;
  // The small sandbox model rejects the text.
  errorLog.expect(/failed request: POST \S+lead-summary: 400/);
  await input(page).fill('My own. ');
  await page.keyboard.press('Control+End');
  await pasteText(input(page), LONG);
  await shown(page, LONG.length + 8);
  await expectNoViolations(page);
  await input(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Now: ');
  await shown(page, LONG.length + 13);
  expect((await sentNow(app)) === `Now: My own. ${LONG}`).toBe(true);
  await page.reload();
  await shown(page, LONG.length + 13);
  await expect.poll(() => startOf(input(page))).toBe('Now: My o');
  expect((await sentNow(app)) === `Now: My own. ${LONG}`).toBe(true);
});

test('Ctrl-Z undoes a paste that replaced the text, and selecting all selects all of it', async () => {
  const { page } = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  const box = input(page);
  await box.fill('My own');
  await page.keyboard.press('Control+A');
  await pasteText(box, LONG);
  await shown(page, LONG.length);
  await page.keyboard.press('Control+Z');
  await expect.poll(() => box.inputValue()).toBe('My own');
  await page.keyboard.press('Control+A');
  await pasteText(box, LONG);
  await shown(page, LONG.length);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Backspace');
  await expect.poll(() => box.inputValue()).toBe('');
  await page.keyboard.press('Control+Z');
  await shown(page, LONG.length);
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

test('X5: words of 100,000 letters can be pasted, edited and sent', async () => {
  const app = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  const { page, errorLog } = app;
  errorLog.allow(/failed request: POST \S+lead-summary: 400/);
  const pause = await watchPauses(page);
  for (const letter of ['A', 'س']) {
    const word = letter.repeat(100_000);
    await input(page).fill('');
    await pasteText(input(page), word);
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Now: ');
    expect(await pause(), letter).toBeLessThan(2000);
    expect((await sentNow(app)) === `Now: ${word}`).toBe(true);
  }
});

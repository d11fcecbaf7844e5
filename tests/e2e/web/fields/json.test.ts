import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { dropFiles } from '../../../support/browser/data-transfer.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { temporaryFolder } from '../../../support/process.ts';

async function openForm() {
  const app = await openApp({ path: '#/table-question-answering/sandbox/table-rules' });
  const { page } = app;
  await page.getByText('No file chosen').waitFor();
  await page.getByLabel('Input - Query').fill('How many rivers?');
  return {
    ...app,
    input: page.locator('input[type=file]'),
    text: page.getByLabel('Input - Table, as JSON'),
    cell: (name: string) => page.getByRole('textbox', { name, exact: true }),
    focused: () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isRunnable = (page: Page) => expect.poll(() => button(page, 'Run').isEnabled());
const json = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

test('only valid JSON can be run; the typed text is kept when the task changes', async () => {
  const { page, text, url } = await openForm();
  await button(page, 'Type JSON').click();
  await text.fill('{"City": ["Porto"]}');
  await isRunnable(page).toBe(true);
  await text.fill('{"City": ["Porto",\n]}');
  await page.getByRole('alert').getByText('Input - Table is not valid JSON: line 2, column 1').waitFor();
  await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => button(page, 'Run').isEnabled()).toBe(false);
  await expectNoViolations(page);
  await page.goto(`${url}#/summarization/sandbox/lead-summary`);
  await page.getByText('Add text to run').waitFor();
  await page.goBack();
  await expect.poll(() => text.inputValue()).toBe('{"City": ["Porto",\n]}');
  await page.getByRole('alert').getByText('line 2, column 1').waitFor();
  await text.fill('[]');
  await page.getByRole('alert').getByText('Input - Table is not a table').waitFor();
  await button(page, 'Clear').click();
  await page.getByText('No file chosen').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('F49: huge files and folders are rejected by name and keep the previous value', async () => {
  const { page, input, text } = await openForm();
  const refused = (message: string) => page.getByRole('alert').getByText(message).waitFor();
  await input.setInputFiles(json('good.json', '{"a": ["1"]}'));
  await expect.poll(() => text.inputValue()).toBe('{\n  "a": [\n    "1"\n  ]\n}');
  const huge = join(temporaryFolder(), 'huge.json');
  writeFileSync(huge, '');
  truncateSync(huge, 200 * 1024 ** 2);
  await input.setInputFiles(huge);
  await refused('huge.json is too large');
  await dropFiles(page.locator('[data-file-box]'), temporaryFolder());
  await refused(' is a folder');
  await expect.poll(() => text.inputValue()).toContain('"1"');
  await isRunnable(page).toBe(true);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dropFiles, pasteText } from '../../../support/browser/data-transfer.ts';
import { goTo, savedForm } from '../../../support/browser/steps.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { temporaryFolder } from '../../../support/process.ts';
import { formOf } from '../try-out/form.ts';

const HILLS = 'examples/hills.jpg';
const SHAPES = 'examples/shapes.png';
const IMAGE_FORM = '#/image-classification/sandbox/named-colors';
const TABLE_FORM = '#/table-question-answering/sandbox/table-rules';

const input = (page: Page) => page.getByLabel('Input', { exact: true });
const preview = (page: Page, name: string) => page.getByRole('img', { name: `Input: ${name}` });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The code for the current inputs. */
async function codeOf(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Code' }).click();
  const code = page.getByRole('region', { name: 'Output' }).locator('pre').first();
  await code.waitFor();
  return code.innerText();
}

test('a reload restores an image with its preview, code and run', async () => {
  const { page, requests } = await openApp({ path: IMAGE_FORM });
  await input(page).setInputFiles(HILLS);
  await preview(page, 'hills.jpg').waitFor();
  const code = await codeOf(page);
  await expect.poll(async () => (await savedForm(page)).files).toBe(1);
  await page.reload();
  await page.getByText('hills.jpg · image/jpeg · 800 × 533 · 7.8 kB').waitFor();
  await preview(page, 'hills.jpg').waitFor();
  expect(await codeOf(page)).toBe(code);
  await formOf(page).runToResult();
  const sent = requests.find(({ method }) => method === 'POST')!;
  expect(sent.headers['content-type']).toBe('image/jpeg');
  expect(Buffer.compare(Buffer.from(sent.body), readFileSync(HILLS))).toBe(0);
  // The form keeps it until it is removed; the history keeps it with the run.
  await page.reload();
  await preview(page, 'hills.jpg').waitFor();
  await button(page, 'Clear').click();
  await expect.poll(async () => (await savedForm(page)).forms).not.toContain('hills.jpg');
  await button(page, 'Undo clear').click();
  await expect.poll(async () => (await savedForm(page)).forms).toContain('hills.jpg');
  await page.reload();
  await preview(page, 'hills.jpg').waitFor();
  await button(page, 'Remove').click();
  await expect.poll(async () => (await savedForm(page)).forms).not.toContain('hills.jpg');
  await page.reload();
  await page.getByText('No file chosen').waitFor();
});

test('a reload restores audio, and the inputs of another task: a long text, a table file and invalid JSON', async () => {
  const app = await openApp({ path: '#/summarization/sandbox/lead-summary' });
  const { page } = app;
  const long = 'Once upon a time there was a text.\n'.repeat(30_000);
  await pasteText(input(page), long);
  await page.getByText('the text is too long to edit').waitFor();
  await goTo(app, TABLE_FORM.slice(1));
  const file = join(temporaryFolder(), 'cities.json');
  writeFileSync(file, JSON.stringify({ City: ['Rome', 'Oslo'], Country: ['Italy', 'Norway'] }));
  await page.getByText('No file chosen').waitFor();
  await dropFiles(page.locator('[data-file-box]'), file);
  await page.getByText('cities.json · 2 columns · 2 rows').waitFor();
  await page.reload();
  await page.getByText('cities.json · 2 columns · 2 rows').waitFor();
  await button(page, 'JSON').click();
  const text = page.getByRole('textbox', { name: /, as JSON$/ });
  await text.fill('{"City": ["Ro');
  await page.reload();
  await expect.poll(() => text.inputValue()).toBe('{"City": ["Ro');
  await page.getByText('cities.json, edited').waitFor();
  await goTo(app, '/automatic-speech-recognition/sandbox/morse-listener');
  await page.getByText('No file chosen').waitFor();
  await input(page).setInputFiles('examples/morse.wav');
  await page.getByText(/^morse\.wav/).waitFor();
  await expect.poll(async () => (await savedForm(page)).files).toBe(1);
  await page.reload();
  await page.getByText(/^morse\.wav/).waitFor();
  await goTo(app, '/summarization/sandbox/lead-summary');
  const note = `of ${long.length.toLocaleString('en')} characters; the text is too long to edit`;
  await page.getByText(note).waitFor();
});

test('a duplicated tab does not change the files of the original', async () => {
  const { page, context } = await openApp({ path: IMAGE_FORM });
  await input(page).setInputFiles(HILLS);
  await expect.poll(async () => (await savedForm(page)).files).toBe(1);
  const stored = await page.evaluate(() => ({ ...sessionStorage }));
  const other = await context.newPage();
  await other.addInitScript((tab: string) => {
    if (!sessionStorage.getItem('tab')) sessionStorage.setItem('tab', tab);
  }, stored['tab']!);
  await other.goto(page.url());
  await preview(other, 'hills.jpg').waitFor();
  await input(other).setInputFiles(SHAPES);
  await preview(other, 'shapes.png').waitFor();
  await expect.poll(async () => (await savedForm(other)).files).toBe(2);
  await page.reload();
  await preview(page, 'hills.jpg').waitFor();
});

test('disabled storage is reported', async () => {
  const { page } = await openApp({
    path: IMAGE_FORM,
    before: ({ context }) =>
      context.addInitScript(() => {
        indexedDB.open = () => {
          throw new DOMException('Not here', 'SecurityError');
        };
      }),
  });
  await input(page).setInputFiles(HILLS);
  const warning = page.getByRole('status').filter({ hasText: 'will be lost on reload' });
  await warning
    .getByText('Your inputs will be lost on reload: the browser does not allow storage.')
    .waitFor();
});

test('files that are too large are reported, and named after a reload', { tags: ['nightly'] }, async () => {
  const { page } = await openApp({ path: IMAGE_FORM });
  const large = join(temporaryFolder(), 'large.png');
  writeFileSync(large, Buffer.concat([readFileSync(SHAPES), Buffer.alloc(101 * 1024 * 1024)]));
  await input(page).setInputFiles(large);
  const warning = page.getByRole('status').filter({ hasText: 'will be lost on reload' });
  await warning.getByText(/^large\.png .*it is larger than 100 MB\.$/).waitFor();
  await page.reload();
  await page.getByText('Could not restore these inputs: large.png. Add them again.').waitFor();
  await input(page).setInputFiles(large);
  await button(page, 'Remove').click();
  await expect.poll(() => warning.count()).toBe(0);
});

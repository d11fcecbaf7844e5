import { copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dragFiles, dropFiles } from '../../../support/browser/data-transfer.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { goTo } from '../../../support/browser/steps.ts';
import { temporaryFolder } from '../../../support/process.ts';

const HILLS = 'examples/hills.jpg';
const SHAPES = 'examples/shapes.png';

/** A file of which the disk has only the start. */
function sparseFile(name: string, bytes: number): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, '');
  truncateSync(path, bytes);
  return path;
}

test('F33, F49: files can be dropped anywhere; folders, huge and changed files are reported and keep the value', async () => {
  const app = await openApp({ path: '#/image-classification/sandbox/named-colors' });
  const { page, url } = app;
  const input = page.locator('input[type=file]');
  const refused = (message: string) => page.getByRole('alert').getByText(message).waitFor();
  const preview = (name: string) => page.getByRole('img', { name: `Input: ${name}` }).waitFor();
  await page.getByText('No file chosen').waitFor();
  const drop = await dragFiles(page.getByRole('heading', { name: 'Output' }), HILLS);
  await page.getByText('Drop the file here').waitFor();
  await drop();
  await preview('hills.jpg');
  await dropFiles(page.locator('[data-file-box]'), temporaryFolder());
  await refused(' is a folder');
  await input.setInputFiles(sparseFile('huge.jpg', 1.5 * 1024 ** 3));
  await refused('huge.jpg is too large');
  await preview('hills.jpg');
  await dropFiles(page.locator('[data-file-box]'), SHAPES, HILLS);
  await page.getByText('2 files').waitFor();
  await page.getByRole('button', { name: 'Run on all of them' }).waitFor();
  await preview('hills.jpg');

  const changing = join(temporaryFolder(), 'changing.jpg');
  copyFileSync(HILLS, changing);
  await input.setInputFiles(changing);
  await preview('changing.jpg');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  copyFileSync(SHAPES, changing);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await refused('changing.jpg changed after it was chosen');

  await goTo(app, '/table-question-answering/sandbox/table-rules');
  const text = page.getByLabel('Input - Table, as JSON');
  await input.setInputFiles({
    name: 'good.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"a": ["1"]}'),
  });
  await expect.poll(() => text.inputValue()).toContain('"1"');
  await input.setInputFiles(sparseFile('huge.json', 200 * 1024 ** 2));
  await refused('huge.json is too large');
  await dropFiles(page.locator('[data-file-box]'), temporaryFolder());
  await refused(' is a folder');
  await expect.poll(() => text.inputValue()).toContain('"1"');

  // A file dropped outside of a text box does not replace the page.
  await goTo(app, '/summarization/sandbox/lead-summary');
  await page.getByLabel('Input', { exact: true }).and(page.locator('textarea')).waitFor();
  const markup = join(temporaryFolder(), 'page.html');
  writeFileSync(markup, '<h1>Gone');
  await dropFiles(page.getByRole('heading', { name: 'Output' }), markup);
  await dropFiles(page.getByLabel('Input', { exact: true }), markup);
  await expect.poll(() => page.getByLabel('Input', { exact: true }).inputValue()).toBe('<h1>Gone');
  expect(page.url()).toContain(url);
});

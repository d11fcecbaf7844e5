import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { dragFiles, dropFiles } from '../../../support/browser/data-transfer.ts';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';
import { temporaryFolder } from '../../../support/process.ts';

const HILLS = 'examples/hills.jpg';
const SHAPES = 'examples/shapes.png';

async function openForm(options: AppOptions = {}) {
  const app = await openApp({ path: '#/image-classification/sandbox/named-colors', ...options });
  const { page } = app;
  await page.getByText('No file chosen').waitFor();
  return { ...app, input: page.getByLabel('Input', { exact: true }), box: page.locator('[data-file-box]') };
}

const preview = (page: Page, name: string) => page.getByRole('img', { name: `Input: ${name}` });

/** The pixels of an image after it is drawn. */
const drawnSize = (page: Page, name: string) =>
  expect.poll(() =>
    preview(page, name).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
  );

/** Removes what Safari lacks: streams that can be iterated over. */
const likeSafari: AppOptions['before'] = ({ page }) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
    Reflect.deleteProperty(ReadableStream.prototype, 'values');
  });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an image can be selected, shown with details, sent unchanged, replaced and removed', async () => {
  const { page, input, requests } = await openForm({ before: likeSafari });
  await expect.poll(() => button(page, 'Run').isDisabled()).toBe(true);
  await input.setInputFiles(HILLS);
  await page.getByText('hills.jpg · image/jpeg · 800 × 533 · 7.8 kB').waitFor();
  await drawnSize(page, 'hills.jpg').toEqual([800, 533]);
  await button(page, 'Run').click();
  await expect
    .poll(() => requests.find(({ method }) => method === 'POST')?.headers['content-type'])
    .toBe('image/jpeg');
  const sent = requests.find(({ method }) => method === 'POST')!;
  expect(Buffer.compare(Buffer.from(sent.body), readFileSync(HILLS))).toBe(0);
  await input.setInputFiles(SHAPES);
  await preview(page, 'shapes.png').waitFor();
  await button(page, 'Remove').click();
  await page.getByText('No file chosen').waitFor();
  await expectFocus(input);
  await expect.poll(() => button(page, 'Run').isDisabled()).toBe(true);
});

test('an image can be dropped anywhere on the page; several images are offered as a batch', async () => {
  const { page, box } = await openForm();
  const drop = await dragFiles(page.getByRole('heading', { name: 'Output' }), HILLS);
  await page.getByText('Drop the file here').waitFor();
  await drop();
  await preview(page, 'hills.jpg').waitFor();
  await dropFiles(box, temporaryFolder());
  await page
    .getByRole('alert')
    .getByText(/ is a folder/)
    .waitFor();
  await dropFiles(box, SHAPES, HILLS);
  await page.getByText('2 files').waitFor();
  await page.getByRole('button', { name: 'Run on all of them' }).waitFor();
  await preview(page, 'hills.jpg').waitFor();
});

test('Ctrl-V pastes an image wherever the focus is', async () => {
  const { page } = await openForm({ path: '#/visual-question-answering/sandbox/shape-questions' });
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 30;
    canvas.height = 20;
    canvas.getContext('2d')!.fillRect(0, 0, 30, 20);
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!)));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  });
  const question = page.getByLabel('Input - Question');
  await question.focus();
  await page.keyboard.press('Control+V');
  await page.getByText(/image\/png · 30 × 20/).waitFor();
  await expect.poll(() => question.inputValue()).toBe('');
});

test('F29, F33, F49: SVG, HTML, empty, huge and changed files are reported, bombs never decoded, and images kept', async () => {
  const { page, input, url } = await openForm();
  await input.setInputFiles(SHAPES);
  await preview(page, 'shapes.png').waitFor();
  const evil = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "ran"</script></svg>';
  await input.setInputFiles({ name: 'evil.png', mimeType: 'image/png', buffer: Buffer.from(evil) });
  const alert = page.getByRole('alert');
  await alert.getByText('evil.png is not an image: it is image/svg+xml').waitFor();
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
  await expectNoViolations(page);
  await input.setInputFiles({
    name: 'page\u202egpj.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<!doctype html><script>document.title = "ran"</script>'),
  });
  await alert.getByText('page<U+202E>gpj.png is not an image: unrecognized file format').waitFor();
  await preview(page, 'shapes.png').waitFor();
  await expect.poll(() => page.title()).not.toBe('ran');
  await button(page, 'Clear').click();
  await page.getByText('No file chosen').waitFor();
  await expect.poll(() => alert.count()).toBe(0);

  const bomb = readFileSync(SHAPES);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  await input.setInputFiles({ name: 'bomb.png', mimeType: 'image/png', buffer: bomb });
  await page.getByText(/bomb\.png\s· image\/png · 60000 × 60000/).waitFor();
  await page.getByText('This image cannot be previewed. It will be sent unchanged.').waitFor();
  await expect.poll(() => page.locator('[data-file-box] img').count()).toBe(0);
  await expect.poll(() => button(page, 'Run').isEnabled()).toBe(true);

  const folder = temporaryFolder();
  await input.setInputFiles({ name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
  await alert.getByText('nothing.png is empty').waitFor();
  const huge = join(folder, 'huge.jpg');
  writeFileSync(huge, readFileSync(HILLS));
  truncateSync(huge, 1.5 * 1024 ** 3);
  await input.setInputFiles(huge);
  await alert.getByText('huge.jpg is too large').waitFor();
  const changing = join(folder, 'changing.jpg');
  writeFileSync(changing, readFileSync(HILLS));
  await input.setInputFiles(changing);
  await preview(page, 'changing.jpg').waitFor();
  await expect.poll(() => alert.count()).toBe(0);
  writeFileSync(changing, readFileSync(SHAPES));
  await button(page, 'Run').click();
  await alert.getByText('changing.jpg changed after it was chosen').waitFor();

  // Another task keeps the image.
  await input.setInputFiles(HILLS);
  await preview(page, 'hills.jpg').waitFor();
  await page.goto(`${url}#/summarization/sandbox/lead-summary`);
  await page.getByLabel('Input', { exact: true }).and(page.locator('textarea')).waitFor();
  await page.goBack();
  await preview(page, 'hills.jpg').waitFor();
});

test('the camera shows a live image and takes a photo', async () => {
  const { page, input } = await openForm();
  const tracks = () =>
    page.evaluate(() => (document.querySelector('video')?.srcObject as MediaStream | null)?.active);
  await button(page, 'Use camera').click();
  await page.getByRole('button', { name: 'Take photo', disabled: false }).waitFor();
  await expect.poll(tracks).toBe(true);
  await expectNoViolations(page);
  const stream = await page.evaluateHandle(() => document.querySelector('video')!.srcObject as MediaStream);
  await page.keyboard.press('Enter');
  await page.getByText(/camera\.jpg\s· image\/jpeg · \d+ × \d+/).waitFor();
  await expect.poll(() => stream.evaluate(({ active }) => active)).toBe(false);
  await expectFocus(input);
  await button(page, 'Use camera').click();
  await page.locator('video').waitFor();
  await page.keyboard.press('Escape');
  await preview(page, 'camera.jpg').waitFor();
});

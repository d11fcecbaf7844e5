import { expect, test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { expectNoHorizontalScroll } from '../../../support/browser/layout.ts';
import { openResult } from './open-result.ts';

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

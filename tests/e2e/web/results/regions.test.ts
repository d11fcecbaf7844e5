import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { goToForm, runExample } from '../../../support/browser/steps.ts';
import { openResult } from './open-result.ts';

const detector = 'object-detection/sandbox/shape-detector';
const segmenter = 'image-segmentation/sandbox/color-regions';

test('C12, W16: boxes and masks are downloaded and copied as an image with the regions drawn in', async () => {
  const app = await openResult({ path: detector });
  const { page, context, output } = app;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const path of [detector, segmenter]) {
    if (path === segmenter) {
      await goToForm(app, 'image-segmentation', 'sandbox/color-regions');
      await runExample(page);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      output.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^tryout-.*\.png$/);
    const saved = readFileSync(await download.path());
    const { width, height } = await sharp(saved).metadata();
    expect(width).toBe(480);
    expect(height).toBeGreaterThan(370);
    await output.getByRole('button', { name: 'Copy', exact: true }).click();
    await output.getByText('Copied', { exact: true }).waitFor();
  }
});

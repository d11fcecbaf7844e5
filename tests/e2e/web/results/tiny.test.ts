// @module-tag nightly
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { grayPng } from './gray-png.ts';
import { file, openResult } from './open-result.ts';

test('a small image is enlarged', async () => {
  const { page, output } = await openResult({
    path: 'text-to-image/sandbox/shape-painter',
    answer: file('image/png', grayPng(16, 8, deflateSync(Buffer.alloc(8 * 17)))),
    device: 'phone',
  });
  const image = output.getByRole('img', { name: 'Generated image' });
  const size = () => image.evaluate((element) => [element.clientWidth, element.clientHeight]);
  await expect.poll(size).toEqual([160, 80]);
  await expect.poll(() => output.getByRole('button', { name: 'Actual size' }).count()).toBe(0);
  await takeScreenshot(page, 'results/tiny');
});

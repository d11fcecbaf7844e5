import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { serve } from '../../../support/loopback.ts';
import { json } from './open-result.ts';

/** A JPEG with EXIF rotation by 90 degrees. */
function onItsSide(jpeg: Buffer): Buffer {
  const orientation = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0];
  const exif = Buffer.from([...Buffer.from('Exif\0\0II*\0'), 8, 0, 0, 0, 1, 0, ...orientation, 0, 0, 0, 0]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  const marker = Buffer.from([0xff, 0xe1]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, length, exif, jpeg.subarray(2)]);
}

test('boxes are positioned on the rotated photo', async () => {
  const hills = await readFile(new URL('../../../../examples/hills.jpg', import.meta.url));
  const box = { xmin: 0, ymin: 0, xmax: 10_000, ymax: 10 };
  const inference = await serve(json([{ label: 'upper edge', score: 1, box }]));
  const { page } = await openApp({
    path: '#/object-detection/sandbox/shape-detector',
    config: { inferenceUrl: inference.url },
  });
  const file = { name: 'hills.jpg', mimeType: 'image/jpeg', buffer: onItsSide(hills) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Run', exact: true, disabled: false }).click();
  const output = page.getByRole('region', { name: 'Output' });
  const image = output.getByRole('img', { name: 'hills.jpg' });
  await image.waitFor();
  const sizes = () =>
    image.evaluate((image: HTMLImageElement) => {
      const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image;
      return { natural: naturalWidth / naturalHeight, drawn: clientWidth / clientHeight };
    });
  await expect.poll(async () => (await sizes()).natural).toBeLessThan(1);
  const { natural, drawn } = await sizes();
  expect(drawn).toBeCloseTo(natural, 1);
});

import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { fillExample, run } from '../../../support/browser/steps.ts';

const timeOf = (video: Locator) => video.evaluate((element: HTMLVideoElement) => element.currentTime);

/** The first and the last column of the frame at a time that have pixels in the palette's red. */
function redColumns(video: Locator, time: number) {
  return video.evaluate(async (element: HTMLVideoElement, at) => {
    element.pause();
    const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    element.currentTime = at;
    await seeked;
    const { videoWidth: width, videoHeight: height } = element;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(element, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const isRed = (pixel: number) =>
      data[pixel * 4]! > 200 && data[pixel * 4 + 1]! < 70 && data[pixel * 4 + 2]! < 65;
    const columns = Array.from({ length: width * height }, (_, pixel) => pixel)
      .filter(isRed)
      .map((pixel) => pixel % width);
    return { first: Math.min(...columns), last: Math.max(...columns) };
  }, time);
}

test('a video plays by itself, muted and in a loop, and its frames have the computed pixels', async () => {
  const { page, context } = await openApp({
    path: '#/text-to-video/sandbox/shape-animator',
    reducedMotion: 'no-preference',
  });
  await fillExample(page);
  await page.getByLabel('Input', { exact: true }).fill('a red square moves to the right');
  await run(page);
  const output = page.getByRole('region', { name: 'Output' });
  const video = output.getByLabel('Generated video');
  await expect.poll(() => timeOf(video)).toBeGreaterThan(0.2);
  expect(
    await video.evaluate(({ muted, loop, controls }: HTMLVideoElement) => [muted, loop, controls]),
  ).toEqual([true, true, true]);
  // The square is 28% of 256 pixels wide, and travels from the left edge to the right one.
  const start = await redColumns(video, 0);
  const end = await redColumns(video, 1.96);
  expect(start.first).toBeLessThanOrEqual(2);
  expect(Math.abs(start.last - 71)).toBeLessThanOrEqual(2);
  expect(Math.abs(end.first - 184)).toBeLessThanOrEqual(2);
  expect(end.last).toBeGreaterThanOrEqual(253);

  await output.getByText('256 × 256').waitFor();
  await output.getByRole('button', { name: 'Copy link to frame' }).click();
  await output.getByText('Copied').waitFor();
  expect(await clipboardText(context)).toMatch(/^data:image\/jpeg;base64,/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    output.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tryout-text-to-video-\d{8}-\d{6}\.webm$/);
  await takeScreenshot(page, 'results/video', { fullPage: true });

  await page.getByRole('button', { name: 'History' }).click();
  const thumbnail = page.getByRole('listitem', { name: 'Text-to-Video' }).locator('video');
  await expect.poll(() => thumbnail.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(256);
});

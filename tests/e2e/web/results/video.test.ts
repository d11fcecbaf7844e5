// @module-tag nightly
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { fillExample, run } from '../../../support/browser/steps.ts';

const timeOf = (video: Locator) => video.evaluate((element: HTMLVideoElement) => element.currentTime);

async function seek(video: Locator, time: number): Promise<void> {
  await video.evaluate(async (element: HTMLVideoElement, at) => {
    element.pause();
    const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }));
    element.currentTime = at;
    await seeked;
  }, time);
}

/** The columns of the current frame that have pixels in the palette's red, and their mean color. */
function redColumns(video: Locator) {
  return video.evaluate((element: HTMLVideoElement) => {
    const { videoWidth: width, videoHeight: height } = element;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(element, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const sums = [0, 0, 0];
    const columns: number[] = [];
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      const [red, green, blue] = [0, 1, 2].map((channel) => data[pixel * 4 + channel]!) as [
        number,
        number,
        number,
      ];
      if (red < 180 || green > 90 || blue > 90) continue;
      columns.push(pixel % width);
      for (const [channel, value] of [red, green, blue].entries()) sums[channel]! += value;
    }
    return {
      first: Math.min(...columns),
      last: Math.max(...columns),
      color: sums.map((sum) => Math.round(sum / columns.length)),
    };
  });
}

/** Waits for a frame with the square between two columns: a browser may draw it after it has reported its time. */
async function awaitSquare(video: Locator, first: number, last: number): Promise<void> {
  const distance = async () => {
    const columns = await redColumns(video);
    return Math.max(Math.abs(columns.first - first), Math.abs(columns.last - last));
  };
  await expect.poll(distance).toBeLessThanOrEqual(2);
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
  await seek(video, 0);
  await awaitSquare(video, 0, 71);
  await seek(video, 1.96);
  await awaitSquare(video, 184, 255);
  // #d8342c, as far as the codec keeps it.
  const { color } = await redColumns(video);
  for (const [channel, value] of [0xd8, 0x34, 0x2c].entries())
    expect(Math.abs(color[channel]! - value)).toBeLessThanOrEqual(10);

  await output.getByText('256 × 256').waitFor();
  await output.getByRole('button', { name: 'Copy link to frame' }).click();
  await output.getByText('Copied').waitFor();
  expect(await clipboardText(context)).toMatch(/^data:image\/jpeg;base64,/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    output.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^tryout-text-to-video-\d{8}-\d{6}\.webm$/);

  await page.getByRole('button', { name: 'History' }).click();
  const thumbnail = page.getByRole('listitem', { name: 'Text-to-Video' }).locator('video');
  await expect.poll(() => thumbnail.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(256);
});

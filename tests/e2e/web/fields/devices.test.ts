import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import type { Visitor } from '../../../support/browser/visitor.ts';

const CAMERA = { path: '#/image-classification/sandbox/named-colors', way: 'Use camera' };
const MICROPHONE = { path: '#/automatic-speech-recognition/sandbox/morse-listener', way: 'Record' };

/** Keeps what the page is lent, to see afterwards whether it was given back. */
function keepStreams({ context }: Visitor) {
  return context.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    const streams: MediaStream[] = [];
    Object.assign(window, { streams });
    devices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      streams.push(stream);
      return stream;
    };
  });
}

/** How many of the devices that the page was lent are on. */
const devicesOn = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { streams: MediaStream[] }).streams.filter(({ active }) => active).length,
  );

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.each([CAMERA, MICROPHONE])('$way: clearing the form switches the device off', async ({ path, way }) => {
  const { page } = await openApp({ path, before: keepStreams });
  await button(page, way).click();
  await expect.poll(() => devicesOn(page)).toBe(1);
  await button(page, 'Clear').click();
  await page.getByText('No file chosen').waitFor();
  await expect.poll(() => devicesOn(page)).toBe(0);
});

test.each([CAMERA, MICROPHONE])('$way: an example is seen, and the device is off', async ({ path, way }) => {
  const { page } = await openApp({ path, before: keepStreams });
  await button(page, way).click();
  await expect.poll(() => devicesOn(page)).toBe(1);
  await button(page, 'Try an example').click();
  await button(page, 'Remove').waitFor();
  await expect.poll(() => devicesOn(page)).toBe(0);
  // What is taken away again brings no device back.
  await button(page, 'Remove').click();
  await page.getByText('No file chosen').waitFor();
  expect(await devicesOn(page)).toBe(0);
});

test.each([CAMERA, MICROPHONE])('$way: going elsewhere switches the device off', async ({ path, way }) => {
  const { page, url } = await openApp({ path, before: keepStreams });
  await button(page, way).click();
  await expect.poll(() => devicesOn(page)).toBe(1);
  await page.goto(`${url}#/summarization`);
  await expect.poll(() => devicesOn(page)).toBe(0);
});

test('a camera that is unplugged is told; its last picture cannot be taken', async () => {
  const { page } = await openApp({ path: CAMERA.path, before: keepStreams });
  await button(page, 'Use camera').click();
  await page.getByRole('button', { name: 'Take picture', disabled: false }).waitFor();
  await page.evaluate(() => {
    for (const track of (window as unknown as { streams: MediaStream[] }).streams[0]!.getTracks()) {
      track.stop();
      // What a browser does when the device is gone, and does not do for `stop`.
      track.dispatchEvent(new Event('ended'));
    }
  });
  await page.getByRole('alert').getByText('The camera was switched off').waitFor();
  expect(await button(page, 'Take picture').count()).toBe(0);
  await button(page, 'Close').click();
  await button(page, 'Use camera').click();
  await page.getByRole('button', { name: 'Take picture', disabled: false }).waitFor();
});

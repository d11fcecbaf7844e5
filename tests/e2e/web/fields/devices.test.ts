import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { exampleButton, goTo } from '../../../support/browser/steps.ts';
import type { Visitor } from '../../../support/browser/visitor.ts';

const CAMERA = { path: '#/image-classification/sandbox/named-colors', way: 'Use camera' };
const MICROPHONE = { path: '#/automatic-speech-recognition/sandbox/morse-listener', way: 'Record' };

/** Records the page's media streams to check later whether they were stopped. */
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

/** The number of active devices. */
const devicesOn = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { streams: MediaStream[] }).streams.filter(({ active }) => active).length,
  );

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('clearing the form, an example and leaving the form turn the camera and the microphone off', async () => {
  const app = await openApp({ before: keepStreams });
  const { page } = app;
  for (const { path, way } of [CAMERA, MICROPHONE]) {
    await goTo(app, path.slice(1));
    const turnOn = async () => {
      await button(page, way).click();
      await expect.poll(() => devicesOn(page)).toBe(1);
    };
    await turnOn();
    await button(page, 'Clear').click();
    await page.getByText('No file chosen').waitFor();
    await expect.poll(() => devicesOn(page)).toBe(0);

    await turnOn();
    await exampleButton(page).click();
    await button(page, 'Remove').waitFor();
    await expect.poll(() => devicesOn(page)).toBe(0);
    // Undo does not turn it on again.
    await button(page, 'Remove').click();
    await page.getByText('No file chosen').waitFor();
    expect(await devicesOn(page)).toBe(0);

    await turnOn();
    await goTo(app, '/summarization');
    await expect.poll(() => devicesOn(page)).toBe(0);
  }
});

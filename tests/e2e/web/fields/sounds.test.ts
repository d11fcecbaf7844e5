import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { dropFiles } from '../../../support/browser/data-transfer.ts';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';

const MORSE = 'examples/morse.wav';

async function openForm(options: AppOptions = {}) {
  const app = await openApp({ path: '#/automatic-speech-recognition/sandbox/morse-listener', ...options });
  await app.page.getByText('No file chosen').waitFor();
  return { ...app, input: app.page.getByLabel('Input', { exact: true }) };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('F29, W12: HTML is rejected; audio has a player for keyboard and pointer, is sent unchanged, and outlives a canceled recording', async () => {
  const { page, input, requests } = await openForm();
  await input.setInputFiles({
    name: 'song.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('<html><script>document.title = "ran"</script></html>'),
  });
  await page
    .getByRole('alert')
    .getByText('song.mp3 is not an audio file: unrecognized file format')
    .waitFor();
  await expect.poll(() => page.locator('audio').count()).toBe(0);
  await input.setInputFiles('examples/hills.jpg');
  await page.getByRole('alert').getByText('hills.jpg is not an audio file: it is image/jpeg').waitFor();

  await input.setInputFiles(MORSE);
  const player = page.getByRole('group', { name: 'Input: morse.wav' });
  const position = () => player.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
  const slider = player.getByRole('slider', { name: 'Position' });
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('0.0 s / 8.2 s');
  await slider.press('End');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('8.2 s / 8.2 s');
  await slider.press('Home');
  await expect.poll(position).toBe(0);
  await player.getByRole('button', { name: 'Play' }).press('Enter');
  await player.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(position).toBeGreaterThan(0);
  await player.getByRole('button', { name: 'Pause' }).press('Enter');
  await player.getByRole('button', { name: 'Play' }).waitFor();
  const { width, height } = (await slider.boundingBox())!;
  await slider.click({ position: { x: width / 2, y: height / 2 } });
  await expect.poll(position).toBeCloseTo(4.1, 0);

  await page.getByText('morse.wav · audio/wav · 131 kB').waitFor();
  await button(page, 'Run').click();
  await expect.poll(() => requests.find(({ method }) => method === 'POST')).toBeDefined();
  const sent = requests.find(({ method }) => method === 'POST')!;
  expect(sent.headers['content-type']).toBe('audio/wav');
  expect(Buffer.compare(Buffer.from(sent.body), readFileSync(MORSE))).toBe(0);
  await dropFiles(page.getByRole('heading', { name: 'Inputs' }), 'examples/tune.wav');
  await page.getByRole('group', { name: 'Input: tune.wav' }).waitFor();

  await page.getByRole('group', { name: 'Input: tune.wav' }).waitFor();
  await button(page, 'Record').click();
  await page.getByRole('button', { name: 'Stop', disabled: false }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Input: tune.wav' }).waitFor();
});

test('a microphone recording is sent as WAV, and the microphone is off afterwards', async () => {
  const opened: AppOptions['before'] = ({ context }) =>
    context.addInitScript(() => {
      const devices = navigator.mediaDevices;
      const open = devices.getUserMedia.bind(devices);
      devices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        Object.assign(window, { opened: stream });
        return stream;
      };
    });
  const { page, requests } = await openForm({ before: opened });
  const isOn = () => page.evaluate(() => (window as { opened?: MediaStream }).opened?.active);
  await button(page, 'Record').click();
  await page.getByRole('button', { name: 'Stop', disabled: false }).waitFor();
  await expect.poll(isOn).toBe(true);
  await expectNoViolations(page);
  await expect.poll(() => page.getByRole('timer').textContent()).not.toBe('0:00');
  await page.keyboard.press('Enter');
  await page.getByText(/recording\.wav\s· audio\/wav · /).waitFor();
  await expect.poll(isOn).toBe(false);
  await button(page, 'Run').click();
  await expect.poll(() => requests.find(({ method }) => method === 'POST')).toBeDefined();
  const { body } = requests.find(({ method }) => method === 'POST')!;
  const wav = Buffer.from(body);
  expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 12)).toBe('RIFFWAVE');
  expect(wav.readUInt16LE(34), 'bits a sample').toBe(16);
  // The fake microphone beeps.
  expect(wav.subarray(44).some((byte) => byte !== 0)).toBe(true);
});

test('a recording that the browser cannot decode is kept unchanged', async () => {
  const { page } = await openForm({
    before: ({ context }) =>
      context.addInitScript(() => {
        AudioContext.prototype.decodeAudioData = () => Promise.reject(new Error('not decodable'));
      }),
  });
  await button(page, 'Record').click();
  await page.getByRole('button', { name: 'Stop', disabled: false }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/^recording\.webm\s· /).waitFor();
});

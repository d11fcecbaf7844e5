import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clipboardText } from '../../support/browser/data-transfer.ts';
import { openApp, type AppOptions, type OpenApp } from '../../support/browser/open-app.ts';
import { temporaryFolder } from '../../support/process.ts';

/** Browser features that the app tests depend on, so that a new browser without one is noticed here. */
function openEmpty(options: AppOptions = {}): Promise<OpenApp> {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><link rel="icon" href="data:,"><input type="file">',
  );
  return openApp({ folder, ...options });
}

/** Records until there is data; returns its type and size, or the name of the error. */
async function record(): Promise<{ type: string; size: number } | string> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const recorder = new MediaRecorder(stream);
    const piece = await new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => void (data.size > 0 && resolve(data));
      recorder.start(100);
    });
    recorder.stop();
    for (const track of stream.getTracks()) track.stop();
    return { type: recorder.mimeType, size: piece.size };
  } catch (error) {
    return (error as Error).name;
  }
}

const copy = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => 'copied',
    (error: Error) => error.name,
  );

/** Plays a WAV file; returns its duration in seconds. */
async function playSound(): Promise<number> {
  const samples = 800;
  const view = new DataView(new ArrayBuffer(44 + samples));
  const ascii = (at: number, text: string) =>
    [...text].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  ascii(0, 'RIFF');
  view.setUint32(4, 36 + samples, true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  [1, 1].forEach((value, index) => view.setUint16(20 + 2 * index, value, true));
  [8000, 8000].forEach((value, index) => view.setUint32(24 + 4 * index, value, true));
  [1, 8].forEach((value, index) => view.setUint16(32 + 2 * index, value, true));
  ascii(36, 'data');
  view.setUint32(40, samples, true);
  const audio = new Audio(URL.createObjectURL(new Blob([view], { type: 'audio/wav' })));
  await audio.play();
  await new Promise((resolve) => (audio.onended = resolve));
  return audio.duration;
}

/** Encodes and decodes a blue image; returns the type and the blue of a pixel. */
async function readPixel(wanted: string): Promise<{ type: string; blue: number }> {
  const canvas = new OffscreenCanvas(8, 8);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#0000ff';
  context.fillRect(0, 0, 8, 8);
  const blob = await canvas.convertToBlob({ type: wanted });
  context.clearRect(0, 0, 8, 8);
  context.drawImage(await createImageBitmap(blob), 0, 0);
  return { type: blob.type, blue: context.getImageData(4, 4, 1, 1).data[2]! };
}

test('the browser records and plays sounds, codes images, uses the clipboard, and opens and saves files', async () => {
  const { page, context } = await openEmpty();
  expect(await page.evaluate(record)).toMatchObject({ type: 'audio/webm;codecs=opus' });
  expect(await page.evaluate(playSound)).toBeCloseTo(0.1);
  for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
    const pixel = await page.evaluate(readPixel, type);
    expect(pixel.type).toBe(type);
    expect(pixel.blue).toBeGreaterThan(250);
  }
  expect(await page.evaluate(copy, 'A text')).toBe('copied');
  expect(await clipboardText(context)).toBe('A text');

  const file = { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('Words') };
  const input = page.locator('input');
  await input.setInputFiles(file);
  expect(await input.evaluate((element: HTMLInputElement) => element.files![0]!.text())).toBe('Words');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(() => {
      const address = URL.createObjectURL(new Blob(['Words']));
      Object.assign(document.createElement('a'), { href: address, download: 'words.txt' }).click();
    }),
  ]);
  expect(download.suggestedFilename()).toBe('words.txt');
});

test('the clipboard can be denied to the page', async () => {
  const { page } = await openEmpty({ clipboard: false });
  expect(await page.evaluate(copy, 'A text')).toBe('NotAllowedError');
});

import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openForm } from '../support/mount.tsx';
import { openScreen } from '../support/screen.tsx';
import { json, serve } from '../support/server.ts';
import { button, chooseFile, dropFiles, exampleFile, png, press } from '../support/user.ts';

const IMAGE_FORM = 'image-classification/sandbox/named-colors';
const SOUND_FORM = 'automatic-speech-recognition/sandbox/morse-listener';

const input = page.getByLabelText('Input', { exact: true });
const alert = page.getByRole('alert');
const preview = (name: string) => page.getByRole('img', { name: `Input: ${name}` });
const player = (name: string) => page.getByRole('group', { name: `Input: ${name}` });
const noFile = page.getByText('No file chosen');
const fileOf = (name: string, type: string, ...content: BlobPart[]) => new File(content, name, { type });

/** A form on a server that the test asks for what was sent. */
async function openRecorded(path: string, answer: unknown) {
  const { url: inferenceUrl, requests } = await serve({ '': json(answer) });
  const form = await openForm(path, { inferenceUrl });
  const sent = async () => {
    await button('Run').click();
    await expect.element(button('Run again')).toBeVisible();
    const { headers, bytes } = (await requests()).at(-1)!;
    const type = headers['content-type'];
    return { type, bytes: Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)) };
  };
  return { ...form, sent };
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

test('an image can be selected, shown with details, sent unchanged, replaced, removed and restored', async () => {
  const { sent } = await openRecorded(IMAGE_FORM, [{ label: 'hill', score: 1 }]);
  await expect.element(button('Run')).toHaveAttribute('aria-disabled', 'true');
  const hills = await exampleFile('hills.jpg');
  await chooseFile(hills);
  await expect.element(page.getByText('hills.jpg · image/jpeg · 800 × 533 · 7.8 kB')).toBeVisible();
  await expect.poll(() => (preview('hills.jpg').query() as HTMLImageElement | null)?.naturalWidth).toBe(800);
  expect(await sent()).toEqual({ type: 'image/jpeg', bytes: await bytesOf(hills) });
  await chooseFile(await exampleFile('shapes.png'));
  await expect.element(preview('shapes.png')).toBeVisible();
  await button('Remove').click();
  await expect.element(noFile).toBeVisible();
  await expect.element(input).toHaveFocus();
  await expect.element(button('Run again')).toHaveAttribute('aria-disabled', 'true');
  await button('Undo remove').click();
  await expect.element(preview('shapes.png')).toBeVisible();
  await expect.element(button('Undo remove')).not.toBeInTheDocument();
  await expect.element(input).toHaveFocus();
  await button('Remove').click();
  await expect.element(button('Undo remove')).toBeVisible();
  await button('Clear').click();
  await expect.element(button('Undo remove')).not.toBeInTheDocument();
});

test('Safari, whose streams cannot be iterated over, sends images, too', async () => {
  const { prototype } = ReadableStream;
  const values = Object.getOwnPropertyDescriptors(prototype);
  Reflect.deleteProperty(prototype, Symbol.asyncIterator);
  Reflect.deleteProperty(prototype, 'values');
  try {
    const { sent } = await openRecorded(IMAGE_FORM, [{ label: 'hill', score: 1 }]);
    const hills = await exampleFile('hills.jpg');
    await chooseFile(hills);
    await expect.element(preview('hills.jpg')).toBeVisible();
    expect((await sent()).bytes).toEqual(await bytesOf(hills));
  } finally {
    Object.defineProperties(prototype, values);
  }
});

test('an image is pasted wherever the focus is', async () => {
  await openForm('visual-question-answering/sandbox/shape-questions');
  await expect.element(noFile).toBeVisible();
  const image = new Blob([await png(30, 20)], { type: 'image/png' });
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
  const question = page.getByLabelText('Input - Question');
  await question.click();
  await press('{Control>}v{/Control}');
  await expect.element(page.getByText(/image\/png · 30 × 20/)).toBeVisible();
  await expect.element(question).toHaveValue('');
});

test('F29, F33, F49: SVG, HTML and empty files are rejected, bombs never decoded, and images kept', async () => {
  const { session } = await openForm(IMAGE_FORM);
  await chooseFile(await exampleFile('shapes.png'));
  await expect.element(preview('shapes.png')).toBeVisible();
  const script = '<script>document.title = "ran"</script>';
  await chooseFile(
    fileOf('evil.png', 'image/png', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
  );
  await expect.element(alert).toHaveTextContent('evil.png is not an image: it is image/svg+xml');
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await chooseFile(fileOf('page\u202egpj.png', 'image/png', `<!doctype html>${script}`));
  await expect
    .element(alert)
    .toHaveTextContent('page<U+202E>gpj.png is not an image: unrecognized file format');
  await chooseFile(fileOf('nothing.png', 'image/png'));
  await expect.element(alert).toHaveTextContent('nothing.png is empty');
  await expect.element(preview('shapes.png')).toBeVisible();
  expect(document.title).not.toBe('ran');
  // Another task keeps the image.
  session.chooseTask('summarization');
  await expect.element(preview('shapes.png')).not.toBeInTheDocument();
  session.chooseTask('image-classification');
  await expect.element(preview('shapes.png')).toBeVisible();
  await button('Clear').click();
  await expect.element(noFile).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();

  const bomb = await png(1, 1, { width: 60_000, height: 60_000 });
  await chooseFile(fileOf('bomb.png', 'image/png', bomb));
  await expect.element(page.getByText(/bomb\.png\s· image\/png · 60000 × 60000/)).toBeVisible();
  const note = 'This image cannot be previewed. It will be sent unchanged.';
  await expect.element(page.getByText(note)).toBeVisible();
  await expect.element(preview('bomb.png')).not.toBeInTheDocument();
});

test('F29, W12: HTML is no audio file; audio has a player for keyboard and pointer, and is sent unchanged', async () => {
  const { sent } = await openRecorded(SOUND_FORM, { text: 'SOS' });
  await chooseFile(fileOf('song.mp3', 'audio/mpeg', '<html><script>document.title = "ran"</script></html>'));
  await expect.element(alert).toHaveTextContent('song.mp3 is not an audio file: unrecognized file format');
  await chooseFile(await exampleFile('hills.jpg'));
  await expect.element(alert).toHaveTextContent('hills.jpg is not an audio file: it is image/jpeg');
  expect(document.querySelector('audio')).toBeNull();

  const morse = await exampleFile('morse.wav');
  await chooseFile(morse);
  const slider = page.getByRole('slider', { name: 'Position' });
  const position = () => document.querySelector('audio')?.currentTime;
  await expect.element(slider).toHaveAttribute('aria-valuetext', '0.0 s / 8.2 s');
  slider.element().focus();
  await press('{End}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '8.2 s / 8.2 s');
  await press('{Home}');
  await expect.poll(position).toBe(0);
  button('Play').element().focus();
  await press('{Enter}');
  await expect.element(button('Pause')).toBeVisible();
  await expect.poll(position).toBeGreaterThan(0);
  await press('{Enter}');
  await expect.element(button('Play')).toBeVisible();
  const { width, height } = slider.element().getBoundingClientRect();
  await slider.click({ position: { x: width / 2, y: height / 2 } });
  await expect.poll(position).toBeCloseTo(4.1, 0);

  await expect.element(page.getByText('morse.wav · audio/wav · 131 kB')).toBeVisible();
  expect(await sent()).toEqual({ type: 'audio/wav', bytes: await bytesOf(morse) });
  dropFiles(page.getByRole('heading', { name: 'Inputs' }), await exampleFile('tune.wav'));
  await expect.element(player('tune.wav')).toBeVisible();
});

const { mediaDevices } = navigator;

/** Replaces opening a device. @returns the streams that were opened */
function watchDevices(open = mediaDevices.getUserMedia.bind(mediaDevices)): readonly MediaStream[] {
  const streams: MediaStream[] = [];
  vi.spyOn(mediaDevices, 'getUserMedia').mockImplementation(async (wanted) => {
    const stream = await open(wanted);
    streams.push(stream);
    return stream;
  });
  return streams;
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ['camera', IMAGE_FORM, 'Use camera'],
  ['microphone', SOUND_FORM, 'Record'],
])('a denied %s is reported', async (device, path, open) => {
  watchDevices(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  await openForm(path);
  await button(open).click();
  await expect.element(alert).toHaveTextContent(`Access to the ${device} was denied`);
  await button('Close').click();
  await expect.element(noFile).toBeVisible();
});

test('the camera shows a live image and takes a photo, which outlives a canceled one', async () => {
  const streams = watchDevices();
  await openForm(IMAGE_FORM);
  await button('Use camera').click();
  await expect.element(button('Take photo')).toHaveFocus();
  expect(streams[0]?.active).toBe(true);
  await press('{Enter}');
  await expect.element(page.getByText(/camera\.jpg\s· image\/jpeg · \d+ × \d+/)).toBeVisible();
  await expect.poll(() => streams[0]?.active).toBe(false);
  await expect.element(input).toHaveFocus();
  await button('Use camera').click();
  await expect.element(button('Take photo')).toHaveFocus();
  await press('{Escape}');
  await expect.element(preview('camera.jpg')).toBeVisible();
  expect(streams[1]?.active).toBe(false);
});

test('an unplugged camera is reported; its last image cannot be used', async () => {
  const streams = watchDevices();
  await openForm(IMAGE_FORM);
  await button('Use camera').click();
  await expect.element(button('Take photo')).toHaveFocus();
  for (const track of streams[0]!.getTracks()) {
    track.stop();
    // Browsers end the track when a device is removed, but fire no event for `stop`.
    track.dispatchEvent(new Event('ended'));
  }
  await expect.element(alert).toHaveTextContent('The camera was switched off');
  await expect.element(button('Take photo')).not.toBeInTheDocument();
  await button('Close').click();
  await button('Use camera').click();
  await expect.element(button('Take photo')).toHaveFocus();
});

test('a recording is sent as WAV, with the microphone off, and kept unchanged if it cannot be decoded', async () => {
  const streams = watchDevices();
  const { sent } = await openRecorded(SOUND_FORM, { text: 'Beep' });
  const record = async () => {
    await button('Record').click();
    await expect.element(button('Stop')).toHaveFocus();
    await expect.poll(() => page.getByRole('timer').query()?.textContent).not.toBe('0:00');
    await press('{Enter}');
  };
  await record();
  await expect.element(page.getByText(/recording\.wav\s· audio\/wav · /)).toBeVisible();
  await expect.poll(() => streams[0]?.active).toBe(false);
  const { bytes } = await sent();
  expect(new TextDecoder().decode(bytes.slice(0, 12))).toMatch(/^RIFF[^]{4}WAVE$/);
  expect(new DataView(bytes.buffer).getUint16(34, true), 'bits a sample').toBe(16);
  // The fake microphone beeps.
  expect(bytes.subarray(44).some((byte) => byte !== 0)).toBe(true);
  vi.spyOn(AudioContext.prototype, 'decodeAudioData').mockRejectedValue(new Error('not decodable'));
  await record();
  await expect.element(page.getByText(/^recording\.webm\s· /)).toBeVisible();
});

test.each([
  ['camera', IMAGE_FORM, 'Use camera'],
  ['microphone', SOUND_FORM, 'Record'],
])('clearing the form, an example and leaving the form turn the %s off', async (_, path, way) => {
  const streams = watchDevices();
  const { goTo } = openScreen(`/${path}`);
  const devicesOn = () => streams.filter(({ active }) => active).length;
  const turnOn = async () => {
    await button(way).click();
    await expect.poll(devicesOn).toBe(1);
  };
  await turnOn();
  await button('Clear').click();
  await expect.element(noFile).toBeVisible();
  await expect.poll(devicesOn).toBe(0);
  await turnOn();
  await page
    .getByRole('button', { name: /^Try an example/ })
    .first()
    .click();
  await expect.element(button('Remove')).toBeVisible();
  await expect.poll(devicesOn).toBe(0);
  // Removing the example does not turn it on again.
  await button('Remove').click();
  await expect.element(noFile).toBeVisible();
  expect(devicesOn()).toBe(0);
  await turnOn();
  goTo('/summarization');
  await expect.poll(devicesOn).toBe(0);
});

import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { showResult } from '../support/mount.tsx';
import { file, json } from '../support/server.ts';
import { button, clipboardText, download, png, within } from '../support/user.ts';

const markup =
  '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script><a href="javascript:hurt()">x</a>';
const painter = 'text-to-image/sandbox/shape-painter';
const speaker = 'text-to-speech/sandbox/morse-speaker';

/** Expects the text, and no element created from it. */
async function expectInert(output: Locator, text: string): Promise<void> {
  await expect.poll(() => output.query()?.textContent).toContain(text);
  expect(within(output, 'a, script, iframe, object, embed, img[src="x"]')).toEqual([]);
  expect('hurt' in window).toBe(false);
}

test.each([
  ['fill-mask/sandbox/n-gram-mask', [{ score: 0.5, sequence: markup, token: 1, token_str: markup }]],
  ['visual-question-answering/sandbox/shape-questions', [{ answer: markup, score: 0.5 }]],
  [
    'object-detection/sandbox/shape-detector',
    [{ label: markup, score: 0.5, box: { xmin: 1, ymin: 1, xmax: 90, ymax: 90 } }],
  ],
  [
    'token-classification/sandbox/compromise-entities',
    [{ entity_group: markup, word: 'x', start: 0, end: 4, score: 0.5 }],
  ],
  [
    'table-question-answering/sandbox/table-rules',
    { answer: markup, aggregator: markup, cells: [], coordinates: [[0, 1]] },
  ],
  ['summarization/sandbox/lead-summary', { summary_text: `# No heading\n\n${markup}` }],
])('F28: markup in a result of %s, and in its JSON, is text', async (path, answer) => {
  const texts = path.startsWith('token-classification') && { texts: { Input: markup } };
  const { output } = await showResult(path, { answer: json(answer), ...texts });
  await expectInert(output, markup);
  await expect.element(output.getByRole('heading', { name: 'No heading' })).not.toBeInTheDocument();
  await output.getByRole('tab', { name: 'JSON' }).click();
  await expectInert(output, '<img src=x onerror=');
});

test('F28: control characters in labels are codes', async () => {
  const labels = [
    { label: 'safe\u202egnp.exe\u001b[2J', score: 0.5 },
    { label: ' ', score: 0.2 },
  ];
  const { output } = await showResult('image-classification/sandbox/named-colors', { answer: json(labels) });
  await expectInert(output, 'safe<U+202E>gnp.exe<U+001B>[2J');
  await expect.element(output.getByText('" "')).toBeVisible();
});

test('X25: a response that is not a valid result is shown and copied as text, with the error', async () => {
  const show = (predictions: unknown) =>
    showResult('text-classification/sandbox/vader-sentiment', { answer: json({ predictions }) });
  const { output } = await show([markup]);
  await expectInert(output, JSON.stringify({ predictions: [markup] }));
  await expect.element(output.getByText('The response is not a valid result.')).toBeVisible();
  await expect.element(output.getByText(/^Invalid inference output/)).toBeVisible();
  await button('Copy').click();
  await expect.poll(clipboardText).toBe(JSON.stringify({ predictions: [markup] }));
  await show('x'.repeat(2_000_000));
  await expect.element(output.getByText('The response is not a valid result.')).toBeVisible();
  expect(output.element().textContent.length).toBeLessThan(500_000);
});

test.each([
  [painter, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="window.hurt=1"></svg>'],
  [painter, 'image/png', `<!doctype html>${markup}`],
  [speaker, 'audio/wav', '<svg xmlns="http://www.w3.org/2000/svg" onload="window.hurt=1"></svg>'],
])('F29: %s with other content than %s is rejected', async (path, type, body) => {
  const { output } = await showResult(path, { answer: file(type, new TextEncoder().encode(body)) });
  await expectInert(output, 'Invalid inference output: expected an');
  expect(within(output, 'img, audio')).toEqual([]);
});

/** The header of a TIFF file of 10 by 20 pixels, which Chromium does not support. */
const tiff = new Uint8Array([
  ...[0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0],
  ...[0, 1, 4, 0, 1, 0, 0, 0, 10, 0, 0, 0],
  ...[1, 1, 4, 0, 1, 0, 0, 0, 20, 0, 0, 0],
  ...[0, 0, 0, 0],
]);
// A MIDI file has notes instead of audio.
const midi = new TextEncoder().encode('MThd\0\0\0\u0006\0\0\0\u0001\0\u0060');

test.each([
  [painter, 'image/tiff', tiff, /The image \(image\/tiff, .*\) cannot be shown here/],
  [speaker, 'audio/midi', midi, 'Your browser cannot play this audio.'],
])('F29: %s with %s, which the browser does not support, is reported', async (path, type, bytes, note) => {
  const { output } = await showResult(path, { answer: file(type, bytes) });
  await expect.element(output.getByText(note)).toBeVisible();
});

test('F33: an image of excessive size is shown with its details, is not decoded, and can be saved', async () => {
  const bytes = await png(1, 1, { width: 100_000, height: 100_000 });
  const { output } = await showResult(painter, { answer: file('image/png', bytes) });
  const note = /The image \(image\/png, 100000 × 100000, .+\) cannot be shown here/;
  await expect.element(output.getByText(note)).toBeVisible();
  expect(within(output, 'img')).toEqual([]);
  expect((await download(button('Download'))).name).toMatch(/\.png$/);
});

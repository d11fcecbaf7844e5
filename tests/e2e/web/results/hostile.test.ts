import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import type { OpenResult } from './open-result.ts';
import { grayPng } from './gray-png.ts';
import { file, json, openResult, openResultPage } from './open-result.ts';

const markup =
  '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script><a href="javascript:hurt()">x</a>';

/** Expects the text unchanged and no element created from it. */
async function expectInert({ page, output }: OpenResult): Promise<void> {
  expect(await output.locator('a, script, iframe, object, embed').count()).toBe(0);
  expect(await output.locator('img[src="x"]').count()).toBe(0);
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
}

test('F28: markup in labels, details and JSON is text', async () => {
  const result = await openResult({
    path: 'fill-mask/sandbox/n-gram-mask',
    answer: json([{ score: 0.5, sequence: markup, token: 1, token_str: markup }]),
  });
  await result.output.getByText(markup).first().waitFor();
  await expect.poll(() => result.output.getByText(markup).count()).toBe(2);
  await expectInert(result);
  await result.output.getByText('JSON', { exact: true }).click();
  await result.output.locator('code').waitFor();
  await expect
    .poll(async () => JSON.parse((await result.output.locator('code').textContent())!))
    .toMatchObject([{ sequence: markup }]);
  await expectInert(result);
});

test('X25: a response that is not a valid result is shown as text, with the error', async () => {
  const { output, context, show } = await openResultPage();
  const path = 'text-classification/sandbox/vader-sentiment';
  await show({ path, answer: json({ predictions: [markup] }) });
  await output
    .getByText(JSON.stringify({ predictions: [markup] }))
    .first()
    .waitFor();
  await output.getByText('The response is not a valid result.').waitFor();
  await output.getByText(/^Invalid inference output/).waitFor();
  expect(await output.locator('a, script').count()).toBe(0);
  await output.getByRole('button', { name: 'Copy', exact: true }).click();
  await output.getByText('Copied', { exact: true }).waitFor();
  expect(await clipboardText(context)).toBe(JSON.stringify({ predictions: [markup] }));
  await show({ path, answer: json({ predictions: 'x'.repeat(2_000_000) }) });
  await output.getByText('The response is not a valid result.').waitFor();
  // Not all of it is laid out.
  expect((await output.textContent())!.length).toBeLessThan(100_000);
});

test('F28: markup in answers, the names of parts, boxes, cells and generated texts is text, and control characters in a label are codes', async () => {
  const result = await openResultPage();
  const { output, show } = result;
  await show({
    path: 'visual-question-answering/sandbox/shape-questions',
    answer: json([{ answer: markup, score: 0.5 }]),
  });
  await output.getByText(markup).waitFor();
  await expectInert(result);

  await show({
    path: 'object-detection/sandbox/shape-detector',
    answer: json([{ label: markup, score: 0.5, box: { xmin: 1, ymin: 1, xmax: 90, ymax: 90 } }]),
  });
  await output.getByRole('button', { name: markup }).waitFor();
  await output.getByRole('img').waitFor();
  await expectInert(result);

  await show({
    path: 'token-classification/sandbox/compromise-entities',
    texts: { Input: markup },
    answer: json([{ entity_group: markup, word: 'x', start: 0, end: 4, score: 0.5 }]),
  });
  await output.locator('mark').waitFor();
  await expectInert(result);

  await show({
    path: 'table-question-answering/sandbox/table-rules',
    answer: json({
      answer: markup,
      aggregator: markup,
      cells: [],
      coordinates: [[0, 1]],
    }),
  });
  await output.getByText(markup, { exact: true }).first().waitFor();
  await expectInert(result);

  await show({
    path: 'summarization/sandbox/lead-summary',
    answer: json({ summary_text: `# No heading\n\n${markup}` }),
  });
  await output.getByText(markup).waitFor();
  await expect.poll(() => output.getByText('# No heading').count()).toBe(1);
  await expectInert(result);

  await show({
    path: 'image-classification/sandbox/named-colors',
    answer: json([
      { label: 'safe\u202egnp.exe\u001b[2J', score: 0.5 },
      { label: ' ', score: 0.2 },
    ]),
  });
  await output.getByText('safe<U+202E>gnp.exe<U+001B>[2J').waitFor();
  await expect.poll(() => output.getByText('" "').count()).toBe(1);
});

test('F29: SVG and HTML with an image or audio type are rejected, and images and audio that the browser does not support reported', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="window.hurt=1"><script>window.hurt=1</script></svg>';
  const result = await openResultPage();
  for (const [path, type, body] of [
    ['text-to-image/sandbox/shape-painter', 'image/svg+xml', svg],
    ['text-to-image/sandbox/shape-painter', 'image/png', `<!doctype html>${markup}`],
    ['text-to-speech/sandbox/morse-speaker', 'audio/wav', svg],
  ] as const) {
    await result.show({ path, answer: file(type, body) });
    await result.output.getByText(/Invalid inference output: expected (?:an image|an audio file)/).waitFor();
    await expectInert(result);
    await expect.poll(() => result.output.locator('img, audio').count()).toBe(0);
  }

  await result.show({
    path: 'text-to-image/sandbox/shape-painter',
    answer: file('image/tiff', tiff(10, 20)),
  });
  await result.output.getByText(/The image \(image\/tiff, .*\) cannot be shown here/).waitFor();
  await result.show({
    path: 'text-to-speech/sandbox/morse-speaker',
    // A MIDI file has notes instead of audio.
    answer: file('audio/midi', Buffer.from('MThd\0\0\0\u0006\0\0\0\u0001\0\u0060', 'latin1')),
  });
  await result.output.getByText('Your browser cannot play this audio.').waitFor();
});

test('F33: an image of excessive size is shown with its details, is not decoded, and can be saved', async () => {
  const { page, output } = await openResult({
    path: 'text-to-image/sandbox/shape-painter',
    answer: file('image/png', grayPng(100_000, 100_000, deflateSync(Buffer.alloc(5000)))),
  });
  await output.getByText(/The image \(image\/png, 100000 × 100000, .+\) cannot be shown here/).waitFor();
  await expect.poll(() => output.getByRole('img').count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    output.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.png$/);
});

/** The header of a TIFF file, which Chromium does not support. */
function tiff(width: number, height: number): Buffer {
  const entry = (tag: number, value: number) => [tag, 4, 1, 0, value, 0];
  const words = [42, 8, 0, 2, ...entry(256, width), ...entry(257, height), 0, 0];
  return Buffer.concat([Buffer.from('II'), Buffer.from(Uint16Array.from(words).buffer)]);
}

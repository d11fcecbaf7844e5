import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { file, json, showResult } from '../support/mount.tsx';
import { button, pointAway, press, textsOf, within } from '../support/user.ts';

test('labels are sorted by score with percentages, and show the completed sentence', async () => {
  const { output } = await showResult('fill-mask/sandbox/n-gram-mask');
  const rows = output.getByRole('list', { name: 'Labels, best first' }).getByRole('listitem');
  await expect.element(rows.first()).toHaveTextContent(/\d%.+ of France\.$/);
  const shares = textsOf(rows.elements()).map((text) => Number(/([\d.]+)%/.exec(text)?.[1]));
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
});

test('entities are highlighted in the text, and a legend entry shows only its own', async () => {
  const { output } = await showResult('token-classification/sandbox/compromise-entities', {
    texts: { Input: 'Ada Lovelace lived in London until 27 November 1852.' },
  });
  const marks = () => within(output, 'mark');
  await expect.poll(() => marks().length).toBeGreaterThan(1);
  const legend = output.getByRole('list', { name: 'Labels' }).getByRole('button').first();
  const seen = () => marks().map((mark) => getComputedStyle(mark).backgroundColor);
  const before = seen();
  await legend.hover();
  await expect
    .poll(() => seen().filter((color) => color === 'rgba(0, 0, 0, 0)').length)
    .toBe(before.length - 1);
  await pointAway();
  await expect.poll(seen).toEqual(before);
  legend.element().focus();
  await press('{Enter}');
  await expect.element(legend).toHaveAttribute('aria-pressed', 'true');
});

test('E18: entities after emoji and combined characters are highlighted where they are', async () => {
  const text = '👩‍🚀🏳️‍🌈 Ada Lovelace lived in London.';
  const start = [...'👩‍🚀🏳️‍🌈 '].length;
  const answer = json([{ entity_group: 'PER', word: 'Ada Lovelace', start, end: start + 12, score: 1 }]);
  const { output } = await showResult('token-classification/sandbox/compromise-entities', {
    texts: { Input: text },
    answer,
  });
  await expect.poll(() => textsOf(within(output, 'mark'))).toEqual(['Ada LovelacePER']);
});

test('a long text with entities is truncated until requested', async () => {
  const filling = 'Nothing of interest is written here.\n'.repeat(1000);
  const { output } = await showResult('token-classification/sandbox/compromise-entities', {
    texts: { Input: `Ada Lovelace wrote this. ${filling}She lived in London.` },
  });
  await expect.poll(() => within(output, 'mark').length).toBe(1);
  await output.getByRole('button', { name: /^Show all text/ }).click();
  await expect.poll(() => within(output, 'mark').length).toBe(2);
});

test('S4: all answers are shown, best first, and highlighted in the context', async () => {
  const answer = [
    { answer: 'Paris', start: 25, end: 30, score: 0.2 },
    { answer: 'France', start: 15, end: 21, score: 0.7 },
  ];
  const { output } = await showResult('question-answering/sandbox/word-overlap-answers', {
    answer: json(answer),
  });
  const rows = output.getByRole('list', { name: 'Answers, best first' }).getByRole('listitem');
  await expect.poll(() => textsOf(rows.elements())).toEqual(['France70.0%', 'Paris20.0%']);
  expect(textsOf(within(output, 'mark'))).toEqual(['France', 'Paris']);
  await output.getByText('JSON', { exact: true }).click();
  await expect
    .poll(() => JSON.parse(within(output, 'code')[0]?.textContent ?? 'null') as unknown)
    .toEqual(answer.toReversed());
});

test('E18: an answer after emoji is highlighted where it is', async () => {
  const context = '🎉🎉 The capital of France is Paris.';
  const start = [...context.slice(0, context.indexOf('Paris'))].length;
  const { output } = await showResult('question-answering/sandbox/word-overlap-answers', {
    texts: { 'Input - Question': 'What is the capital of France?', 'Input - Context': context },
    answer: json({ answer: 'Paris', start, end: start + 5, score: 1 }),
  });
  await expect.poll(() => textsOf(within(output, 'mark'))).toEqual(['Paris']);
});

test('an answer is highlighted in its context, which is truncated around it until requested', async () => {
  const filling = 'Nothing is said here of any town. '.repeat(300);
  const { output } = await showResult('question-answering/sandbox/word-overlap-answers', {
    texts: {
      'Input - Question': 'What is the capital of France?',
      'Input - Context': `${filling}The capital of France is Paris. ${filling}`,
    },
  });
  const context = output.getByRole('figure');
  await expect.poll(() => textsOf(within(context, 'mark'))).toEqual(['Paris']);
  await expect.element(context).toHaveTextContent('The capital of France is Paris.');
  expect(context.element().textContent.length).toBeLessThan(2000);
  await context.getByRole('button', { name: /^Show all text/ }).click();
  await expect.poll(() => context.element().textContent.length).toBeGreaterThan(filling.length * 2);
});

test('W12: the cells of an answer are highlighted in their table and described, and a small table fits on a laptop, both as a result and in the editor', async () => {
  const { output } = await showResult('table-question-answering/sandbox/table-rules');
  await expect
    .element(output.getByRole('cell', { name: /\(part of the answer\)/ }))
    .toHaveTextContent('36542 (part of the answer)');
  expect(textsOf(output.getByRole('columnheader').elements())).toContain('Stars');
  await button('Table').click();
  await expect.element(page.getByRole('table', { name: 'Input - Table' })).toBeVisible();
  for (const table of [output.getByRole('table'), page.getByRole('table', { name: 'Input - Table' })]) {
    const box = table.element().parentElement!.parentElement!;
    expect(box.scrollWidth).toBe(box.clientWidth);
  }
});

test('numbers have the specified labels and their inputs', async () => {
  const { output } = await showResult('sentence-similarity/sandbox/word-cosine');
  const rows = output.getByRole('list', { name: 'Numbers' }).getByRole('listitem');
  await expect
    .poll(() => rows.elements()[0]?.textContent)
    .toBe('Output - Sentence #10.8000That is a happy dog');
});

test('a vector is a heat map that can be read by pointer and keyboard, and copied completely', async () => {
  const { output } = await showResult('feature-extraction/sandbox/trigram-embedding');
  await expect.element(output.getByText('64 numbers')).toBeVisible();
  const map = output.getByRole('slider');
  map.element().focus();
  await press('{End}{ArrowLeft}');
  await expect.element(map).toHaveAttribute('aria-valuetext', expect.stringMatching(/^#63: -?[\d.]+$/));
  await page.elementLocator(within(output, 'canvas')[0]!).hover({ position: { x: 1, y: 5 }, force: true });
  await expect.element(output.getByText(/^#1: /)).toBeVisible();
  await button('Copy').click();
  await expect.element(output.getByText('Copied', { exact: true })).toBeInTheDocument();
  expect(JSON.parse(await navigator.clipboard.readText())).toHaveLength(64);
});

test('the cells of several vectors are numbered within their list', async () => {
  const { output } = await showResult('feature-extraction/sandbox/trigram-embedding', {
    answer: json([
      [0.5, -0.5, 1],
      [0.25, 0, -1],
    ]),
  });
  const map = output.getByRole('slider');
  await expect.element(map).toHaveAttribute('aria-valuetext', 'List 1, #1: 0.5');
  map.element().focus();
  await press('{End}');
  await expect.element(map).toHaveAttribute('aria-valuetext', 'List 2, #3: -1');
  await press('{ArrowLeft}{ArrowLeft}');
  await expect.element(map).toHaveAttribute('aria-valuetext', 'List 2, #1: 0.25');
});

test('an image is shown with its details', async () => {
  const { output } = await showResult('image-to-image/sandbox/picture-editor');
  const image = output.getByRole('img', { name: 'Generated image' });
  await expect.poll(() => (image.query() as HTMLImageElement | null)?.naturalWidth).toBe(480);
  await expect.element(output.getByText('480 × 360')).toBeVisible();
});

test('audio has a player, a waveform and details', async () => {
  const { output } = await showResult('text-to-speech/sandbox/morse-speaker');
  const player = output.getByRole('group', { name: 'Generated audio' });
  await expect.poll(() => within<HTMLAudioElement>(player, 'audio')[0]?.duration).toBeGreaterThan(0.5);
  await expect.poll(() => within(player, 'svg path').length).toBeGreaterThan(0);
  await expect.element(output.getByText('16 kHz')).toBeVisible();
});

test('a video that the browser cannot play can still be saved', async () => {
  const header = new TextEncoder().encode(`\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2${'\0'.repeat(64)}`);
  const { output } = await showResult('text-to-video/sandbox/shape-animator', {
    answer: file('video/mp4', header),
  });
  await expect.element(output.getByText(/^Your browser cannot play this video/)).toBeVisible();
  await expect.element(button('Download')).toBeEnabled();
});

test('a video does not start by itself if the user prefers reduced motion', async () => {
  const { output } = await showResult('text-to-video/sandbox/shape-animator');
  const video = output.getByLabelText('Generated video');
  const state = () => video.query() as HTMLVideoElement | null;
  await expect.poll(() => state()?.readyState).toBe(4);
  expect([state()?.currentTime, state()?.paused]).toEqual([0, true]);
});

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['translation/sandbox/pig-latin', 'txt'],
  ['text-classification/sandbox/vader-sentiment', 'json'],
  ['object-detection/sandbox/shape-detector', 'png'],
  ['image-to-image/sandbox/picture-editor', 'png'],
  ['text-to-speech/sandbox/morse-speaker', 'wav'],
  ['text-to-video/sandbox/shape-animator', 'webm'],
])('Download saves the result of %s as .%s, and its JSON as .json', async (path, ending) => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { output } = await showResult(path);
  const download = output.getByRole('button', { name: 'Download', exact: true });
  await download.click();
  await expect.poll(() => saved.length).toBe(1);
  await output.getByRole('tab', { name: 'JSON', exact: true }).click();
  await download.click();
  await expect.poll(() => saved.length).toBe(2);
  const [task] = path.split('/');
  const named = (end: string) => expect.stringMatching(`^tryout-${task}-\\d{8}-\\d{6}\\.${end}$`) as string;
  expect(saved).toEqual([named(ending), named('json')]);
});

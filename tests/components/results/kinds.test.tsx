import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { showResult } from '../support/mount.tsx';
import { file, json } from '../support/server.ts';
import { button, clipboardText, download, png, pointAway, press, textsOf, within } from '../support/user.ts';

test('labels are sorted by score with percentages, and show the completed sentence', async () => {
  const { output } = await showResult('fill-mask/sandbox/n-gram-mask');
  const rows = output.getByRole('list', { name: 'Labels, best first' }).getByRole('listitem');
  await expect.element(rows.first()).toHaveTextContent(/\d%.+ of France\.$/);
  const shares = textsOf(rows.elements()).map((text) => Number(/([\d.]+)%/.exec(text)?.[1]));
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
});

/** Expects that nothing makes the page wider than the window. */
const expectNoSidewaysScroll = () =>
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);

const labelRows = (output: Locator) => within(output, 'ol > li');
const isBold = (element: Element) => Number(getComputedStyle(element).fontWeight) >= 600;

test.each([
  [[0.5, 0.5], []],
  // A tie when rounded.
  [[0.50004, 0.49996], []],
  [[0.3, 0.3, 0.3], []],
  [[0.6, 0.4], ['label 0']],
  [[1], ['label 0']],
])(
  'W37: of labels with the scores %s, only %s is bold: the best one, unless it is a tie',
  async (scores, bold) => {
    const answer = json(scores.map((score, index) => ({ label: `label ${index}`, score })));
    const { output } = await showResult('text-classification/sandbox/vader-sentiment', { answer });
    await expect.poll(() => labelRows(output).length).toBe(scores.length);
    expect(
      textsOf(
        labelRows(output)
          .map(({ children }) => children[0]!)
          .filter(isBold),
      ),
    ).toEqual(bold);
  },
);

test('W37: a score of 0.0% has no bar, and one below 0.1% has one', async () => {
  const answer = json([1, 0.0001, 0].map((score) => ({ label: `of ${score}`, score })));
  const { output } = await showResult('text-classification/sandbox/vader-sentiment', { answer });
  await expect.poll(() => labelRows(output).length).toBe(3);
  const bars = labelRows(output).map((row) =>
    Array.from(row.querySelectorAll('[aria-hidden="true"] > span'), (bar) => Math.round(bar.clientWidth)),
  );
  expect(bars.map((widths) => widths.filter((width) => width > 0).length)).toEqual([1, 1, 0]);
});

test('two thousand labels are truncated until all are requested', { tags: ['nightly'] }, async () => {
  await page.viewport(390, 844);
  const answer = Array.from({ length: 2000 }, (_, index) => ({
    label: `label ${index}`,
    score: index === 1999 ? 0.0001 : (2000 - index) / 2000,
  }));
  const { output } = await showResult('image-classification/sandbox/named-colors', { answer: json(answer) });
  await expect.poll(() => labelRows(output).length).toBe(20);
  await button('Show all 2,000').click();
  await expect.poll(() => labelRows(output).length).toBe(2000);
  expect(labelRows(output).at(-1)?.textContent).toBe('label 1999<0.1%');
  expectNoSidewaysScroll();
});

test('a label without spaces does not widen a phone screen, nor does its JSON', async () => {
  await page.viewport(390, 844);
  const wide = 'w'.repeat(3000);
  const { output } = await showResult('fill-mask/sandbox/n-gram-mask', {
    answer: json([{ score: 0.5, sequence: wide, token: 1, token_str: wide }]),
  });
  await expect.poll(() => labelRows(output).length).toBe(1);
  expectNoSidewaysScroll();
  await output.getByRole('tab', { name: 'JSON' }).click();
  await expect.element(output.getByText(/more characters/).first()).toBeVisible();
  expectNoSidewaysScroll();
});

test.each([
  ['image-classification/sandbox/named-colors', [], 'No labels'],
  ['token-classification/sandbox/compromise-entities', [], 'Nothing found'],
  ['summarization/sandbox/lead-summary', { summary_text: '' }, '(no text)'],
  ['document-question-answering/sandbox/document-fields', [], 'No answer'],
  ['tabular-regression/sandbox/stopping-distance-line', [], 'No numbers'],
])('an empty result of %s is reported', async (path, answer, words) => {
  const { output } = await showResult(path, { answer: json(answer) });
  await expect.element(output.getByText(words, { exact: true })).toBeVisible();
});

test('logits are shown as numbers without bars', async () => {
  const logits = [
    { label: 'up', score: 3.14159 },
    { label: 'down', score: -2 },
  ];
  const { output } = await showResult('image-classification/sandbox/named-colors', { answer: json(logits) });
  await expect.poll(() => textsOf(labelRows(output))).toEqual(['up3.142', 'down-2']);
});

test('the raw JSON is one click away, and can be copied and saved', async () => {
  const { output } = await showResult('text-classification/sandbox/vader-sentiment');
  await output.getByRole('tab', { name: 'JSON' }).click();
  await expect.poll(() => within(output, 'code').length).toBe(1);
  const rows = JSON.parse(within(output, 'code')[0]!.textContent) as unknown;
  expect(rows).toContainEqual({ label: expect.any(String) as string, score: expect.any(Number) as number });
  const { name, body } = await download(button('Download'));
  expect(name).toMatch(/^tryout-text-classification-\d{8}-\d{6}\.json$/);
  expect(JSON.parse(atob(body))).toEqual(rows);
  await button('Copy').click();
  await expect.poll(async () => JSON.parse((await clipboardText()) || 'null') as unknown).toEqual(rows);
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
  const filling = 'Nothing of interest is written here.\n'.repeat(600);
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

test('a large table shows the rows around its answer until all are requested', async () => {
  await page.viewport(390, 844);
  const column = (letter: string) => Array.from({ length: 100 }, (_, row) => `${letter}${row}`);
  const table = Object.fromEntries(
    [...'abcdefghijklmnopqrst'].map((letter) => [`Column ${letter}`, column(letter)]),
  );
  const answer = json({ answer: 'p50', aggregator: 'NONE', cells: ['p50'], coordinates: [[50, 15]] });
  const { session, output } = await showResult('table-question-answering/sandbox/table-rules', {
    answer,
    texts: { 'Input - Table': table },
  });
  expect(session.getSnapshot().values).toMatchObject({ table });
  const cell = output.getByRole('cell', { name: 'p50 (part of the answer)' });
  await expect.element(cell).toBeVisible();
  expect(cell.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
  expect(within(output, 'tbody tr').length).toBeLessThan(11);
  expectNoSidewaysScroll();
  await button('Show all 100 rows').click();
  await expect.poll(() => within(output, 'tbody tr').length).toBe(100);
  expectNoSidewaysScroll();
});

test('W25: predictions are a column of their table, in view beside a wide table, with the specified label for screen readers', async () => {
  const { output } = await showResult('tabular-classification/sandbox/iris-nearest-neighbors');
  await expect.poll(() => textsOf(within(output, '[role=columnheader], th'))).toContain('petal_width');
  expect(within(output, '[role=columnheader], th').at(-1)?.innerText).toBe('Prediction');
  const cell = output.getByRole('row').nth(1).getByRole('cell').last();
  await expect.element(cell).toHaveTextContent(/^Output - Sentence #1: \S+/);
  await page.viewport(390, 844);
  await expect.poll(() => cell.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
});

test.each([
  ['fewer values than rows', [1], ['1', '', '']],
  ['class names', ['a', 'b', 'c'], ['a', 'b', 'c']],
  ['decimals', [0.5, 1.25, -3], ['0.50', '1.25', '-3.00']],
])('W25: %s are next to their rows', async (_, answer, expected) => {
  const { output } = await showResult('tabular-regression/sandbox/stopping-distance-line', {
    answer: json(answer),
  });
  const cells = () => textsOf(within(output, '[role="cell"]:last-child, td:last-child'));
  await expect
    .poll(() => cells().slice(0, 3))
    .toEqual(expected.map((text, index) => text && `Output - Sentence #${index + 1}: ${text}`));
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

test('a hundred thousand numbers are drawn and copied completely', { tags: ['nightly'] }, async () => {
  await page.viewport(390, 844);
  const numbers = Array.from({ length: 100_000 }, (_, index) => Math.sin(index / 500));
  const { output } = await showResult('feature-extraction/sandbox/trigram-embedding', {
    answer: json(numbers),
  });
  await expect.element(output.getByText('100,000 numbers')).toBeVisible();
  const map = output.getByRole('slider');
  map.element().focus();
  await press('{End}');
  await expect.element(map).toHaveAttribute('aria-valuetext', expect.stringMatching(/^#100,000: -?[\d.]+$/));
  expectNoSidewaysScroll();
  await button('Copy').click();
  await expect.poll(async () => (JSON.parse(await clipboardText()) as number[]).length).toBe(100_000);
  await output.getByRole('tab', { name: 'JSON' }).click();
  await output.getByRole('button', { name: /^Show all [\d,]+ lines$/ }).click();
  const shown = () => within(output, 'code')[0]?.textContent ?? '';
  await expect.poll(() => shown().trimEnd().endsWith(']')).toBe(true);
  expect(JSON.parse(shown())).toEqual(numbers);
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

test('an image is shown with its details and saved under a generated name, and a small one enlarged', async () => {
  const { output } = await showResult('image-to-image/sandbox/picture-editor');
  const image = output.getByRole('img', { name: 'Generated image' });
  await expect.poll(() => (image.query() as HTMLImageElement | null)?.naturalWidth).toBe(480);
  await expect.element(output.getByText('480 × 360')).toBeVisible();
  expect((await download(button('Download'))).name).toMatch(/^tryout-image-to-image-\d{8}-\d{6}\.png$/);

  await page.viewport(390, 844);
  await showResult('text-to-image/sandbox/shape-painter', { answer: file('image/png', await png(16, 8)) });
  await expect.poll(() => [image.query()?.clientWidth, image.query()?.clientHeight]).toEqual([160, 80]);
  await expect.element(button('Actual size')).not.toBeInTheDocument();
});

test('tracks are labeled audio that can be saved separately', async () => {
  const { output } = await showResult('audio-to-audio/sandbox/bass-treble-splitter');
  const tracks = output.getByRole('list', { name: 'Tracks' }).getByRole('listitem');
  await expect.poll(() => textsOf(within(output, 'h3'))).toEqual(['low', 'high']);
  const { name } = await download(tracks.nth(1).getByRole('button', { name: 'Download' }));
  expect(name).toMatch(/^tryout-audio-to-audio-\d{8}-\d{6}-2\.wav$/);
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

test.each([
  ['translation/sandbox/pig-latin', 'txt'],
  ['object-detection/sandbox/shape-detector', 'png'],
  ['text-to-speech/sandbox/morse-speaker', 'wav'],
  ['text-to-video/sandbox/shape-animator', 'webm'],
])('Download saves the result of %s as .%s, and its JSON as .json', async (path, ending) => {
  const { output } = await showResult(path);
  const [task] = path.split('/');
  const named = (end: string) => new RegExp(`^tryout-${task}-\\d{8}-\\d{6}\\.${end}$`);
  expect((await download(button('Download'))).name).toMatch(named(ending));
  await output.getByRole('tab', { name: 'JSON' }).click();
  expect((await download(button('Download'))).name).toMatch(named('json'));
});

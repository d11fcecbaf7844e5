import { expect, test } from 'vitest';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { formLines, openForm } from './form.ts';

const sandbox = await recordingSandbox();

const runs = () => sandbox.requests.filter(({ method }) => method === 'POST');
const answers = ['question-answering', 'sandbox/word-overlap-answers'] as const;
const similarity = ['sentence-similarity', 'sandbox/word-cosine'] as const;
const summary = ['summarization', 'sandbox/lead-summary'] as const;

test('sends texts in any script as typed, and names missing inputs by their labels', async () => {
  const form = await openForm(sandbox, ...answers);
  expect(form.screen()).toMatch(/Add a question and a context to run/);
  form.type('Who is 👩🏽‍🚀 นักบิน?');
  await form.until(/Add a context to run/);
  form.press('enter');
  await form.until((screen) => /❯/.test(formLines(screen)[3] ?? ''));
  form.type('漢字 e\u0301 ist dabei.');
  form.press('ctrl+j');
  form.type('👩🏽‍🚀 too.');
  await form.until(/\[ Run \] Enter/);
  sandbox.forget();
  form.press('enter');
  await form.until(/j JSON/);
  expect(JSON.parse(Buffer.from(runs()[0]!.body).toString())).toMatchObject({
    inputs: { question: 'Who is 👩🏽‍🚀 นักบิน?', context: '漢字 e\u0301 ist dabei.\n👩🏽‍🚀 too.' },
  });
});

test('Enter moves to the missing input instead of running', async () => {
  const form = await openForm(sandbox, ...answers);
  sandbox.forget();
  form.press('tab');
  form.type('only the context');
  await form.until(/Add a question to run/);
  form.press('enter');
  const screen = await form.until((now) => now.split('\n').at(-2) === 'Add a question to run');
  expect(formLines(screen)[1]).toMatch(/^❯/);
  expect(runs()).toEqual([]);
});

test('places the cursor after wide characters and in wrapped lines', async () => {
  const form = await openForm(sandbox, ...summary, { columns: 20 });
  form.type('漢字👨‍👩‍👧');
  await form.until(/漢字/);
  expect(form.cursor()).toEqual({ row: 3, column: 2 + 6 });
  form.type(' 漢字漢字漢字');
  await form.until((screen) => formLines(screen).length === 3);
  expect(form.cursor()).toEqual({ row: 4, column: 2 + 2 });
  form.press('up');
  await form.until(() => form.cursor().row === 3);
  expect(form.cursor().column).toBe(2 + 2);
});

test('inserts a paste in one step, keeps tabs and removes control sequences', async () => {
  const form = await openForm(sandbox, ...summary);
  form.paste('one\n\ttwo\u001b[31m red\u0007\nthree\u202e');
  const screen = await form.until(/three/);
  expect(formLines(screen)).toEqual(['Input', '❯ one', '      two red', '  three<U+202E>']);
  form.press('ctrl+_');
  await form.until(/Add text to run/);
});

test('a list starts with two entries; Enter after the last one adds an entry, Backspace removes an empty one', async () => {
  const form = await openForm(sandbox, ...similarity);
  expect(formLines(form.screen()).filter((line) => /#\d/.test(line))).toEqual([
    'Input - Sentence #1',
    'Input - Sentence #2',
  ]);
  expect(form.screen()).toMatch(/\+ Add Sentence/);
  form.type('source');
  form.press('tab');
  form.type('one');
  await form.until(/❯ one[^]*Enter next/);
  form.press('enter');
  form.type('two');
  await form.until(/\[ Run \] Ctrl-R[^]*Enter add {2}Ctrl-R run/);
  form.press('enter');
  await form.until(/Sentence #3[^]*\[ Run \] Enter[^]*Enter run/);
  form.press('backspace');
  await form.until((screen) => /❯ two *\n[^]*\[ Run \] Ctrl-R/.test(screen) && !screen.includes('#3'));
  form.press('ctrl+n');
  await form.until(/Sentence #3[^]*Enter run/);
  sandbox.forget();
  // The run ignores the empty entry.
  form.press('enter');
  await form.until(/j JSON/);
  expect(JSON.parse(Buffer.from(runs()[0]!.body).toString())).toMatchObject({
    inputs: { source_sentence: 'source', sentences: ['one', 'two'] },
  });
});

test('C16: Enter after the last sentence of an example adds an empty entry that a run ignores', async () => {
  const form = await openForm(sandbox, ...similarity);
  form.press('ctrl+x');
  await form.until(/Example 1 of 1/);
  const last = formLines(form.screen()).findLast((line) => line.includes('#'))!;
  const count = Number(/#(\d+)/.exec(last)![1]);
  for (let entry = 0; entry < count; entry += 1) form.press('tab');
  await form.until(/Enter add/);
  form.press('enter');
  await form.until(new RegExp(`#${count + 1}[^]*\\[ Run \\] Enter`));
  sandbox.forget();
  form.press('ctrl+r');
  await form.until(/j JSON/);
  const { inputs } = JSON.parse(Buffer.from(runs()[0]!.body).toString()) as {
    inputs: { sentences: string[] };
  };
  expect(inputs.sentences).toHaveLength(count);
  form.press('escape');
  await form.until((screen) => /\[ Run \]/.test(screen) && !screen.includes(`#${count + 1}`));
});

test('Enter moves to the first missing entry', async () => {
  const form = await openForm(sandbox, ...similarity);
  form.press('tab', 'tab');
  form.type('second');
  form.press('enter');
  await form.until((screen) => /❯$/.test(formLines(screen)[2] ?? ''));
  form.type('first');
  await form.until(/Add a source sentence to run/);
  form.press('shift+tab');
  form.type('source');
  await form.until(/\[ Run \] Enter/);
  form.press('tab', 'tab', 'ctrl+u', 'shift+tab', 'shift+tab', 'enter');
  const screen = await form.until((now) => now.split('\n').at(-2) === 'Add Sentence #2 to run');
  expect(formLines(screen)[5]).toBe('❯');
});

test('the button below a list adds an entry, each pasted line becomes an entry, and an empty one between others is missing', async () => {
  const form = await openForm(sandbox, ...similarity);
  form.type('source');
  form.press('tab', 'tab', 'tab');
  await form.until(/❯ \+ Add Sentence/);
  form.press('enter');
  await form.until((screen) => /#3/.test(screen));
  form.press('shift+tab', 'shift+tab');
  form.paste('a cat\na dog\n\na horse\na bird\n');
  const screen = await form.until(/a bird/);
  expect(formLines(screen).slice(2, 10)).toEqual([
    'Input - Sentence #1',
    '  a cat',
    'Input - Sentence #2',
    '  a dog',
    'Input - Sentence #3',
    '  a horse',
    'Input - Sentence #4',
    '❯ a bird',
  ]);
  form.press('up', 'ctrl+u', 'ctrl+r');
  await form.until((now) => now.split('\n').at(-2) === 'Add Sentence #3 to run');
});

test('reaches every input with a visible cursor in the smallest terminal', async () => {
  const form = await openForm(sandbox, ...similarity, { columns: 20, rows: 7 });
  for (const [key, text] of [
    ['', 'source'],
    ['tab', 'first'],
    ['down', 'second'],
  ] as const) {
    if (key !== '') form.press(key);
    form.type(text);
    await form.until(new RegExp(`❯ ${text}`));
    const { row, column } = form.cursor();
    expect(form.screen().split('\n')[row]!.slice(0, column)).toBe(`❯ ${text}`);
  }
  form.press('down');
  await form.until(/❯ \+ Add Sentence/);
  form.press('up', 'up', 'up');
  await form.until(/❯ source/);
  form.resize(80, 24);
  await form.until(
    (screen) => /❯ source/.test(screen) && /second/.test(screen) && /Provider: auto/.test(screen),
  );
});

test('scrolls long text and keeps it when you leave the form and return', async () => {
  const form = await openForm(sandbox, ...summary, { columns: 40, rows: 12 });
  form.paste(Array.from({ length: 200 }, (_, index) => `Line ${index}.`).join('\n'));
  await form.until(/Line 199\./);
  form.press('ctrl+l');
  await form.until(/Cleared\. Press Ctrl-L again/);
  form.press('ctrl+l');
  await form.until(/Line 199\./);
  form.press('escape');
  await form.until(/❯ sandbox\/lead-summary/);
  form.press('enter');
  await form.until(/Line 199\.|Line 0\./);
});

test('C17: restores text with the cursor at its end', async () => {
  const form = await openForm(sandbox, ...summary);
  form.type('A kept text');
  form.press('ctrl+j');
  form.type('of two lines');
  await form.until(/of two lines/);
  form.press('escape');
  await form.until(/❯ sandbox\/lead-summary/);
  form.press('enter');
  await form.until(/of two lines/);
  expect(form.cursor()).toEqual({ row: 4, column: '  of two lines'.length });
  form.type(', and more');
  await form.until(/ {2}of two lines, and more/);
});

test('W16: a single label with commas becomes several', async () => {
  const form = await openForm(sandbox, 'zero-shot-classification', 'sandbox/label-overlap');
  form.type('A day off');
  form.press('tab');
  form.type('work, travel, food');
  await form.until(/food/);
  form.press('ctrl+r');
  await form.until(/› run/);
  form.press('escape');
  const screen = await form.until(/#3/);
  expect(formLines(screen).join('\n')).toMatch(/#1\n. work\n.*#2\n. travel\n.*#3\n. food/);
});

test('opens parameters, provider and code with one key and keeps the text', async () => {
  const form = await openForm(sandbox, ...summary);
  form.type('One sentence? Another one.');
  await form.until(/\[ Run \] Enter/);
  expect(form.screen()).toContain('Parameters: default · Provider: auto');
  for (const [key, crumb] of [
    ['ctrl+p', 'parameters'],
    ['ctrl+t', 'provider'],
    ['ctrl+g', 'code'],
  ] as const) {
    form.press(key);
    await form.until(new RegExp(`› ${crumb}`));
    form.press('escape');
    await form.until(/❯ One sentence\? Another one\./);
  }
});

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
  await form.typeUntil('Who is 👩🏽‍🚀 นักบิน?', /Add a context to run/);
  await form.pressUntil('enter', (screen) => /❯/.test(formLines(screen)[3] ?? ''));
  form.type('漢字 e\u0301 ist dabei.');
  form.press('ctrl+j');
  await form.typeUntil('👩🏽‍🚀 too.', /\[ Run \] Enter/);
  sandbox.forget();
  await form.pressUntil('enter', /j JSON/);
  expect(JSON.parse(Buffer.from(runs()[0]!.body).toString())).toMatchObject({
    inputs: { question: 'Who is 👩🏽‍🚀 นักบิน?', context: '漢字 e\u0301 ist dabei.\n👩🏽‍🚀 too.' },
  });
});

test('Enter moves to the missing input instead of running', async () => {
  const form = await openForm(sandbox, ...answers);
  sandbox.forget();
  form.press('tab');
  await form.typeUntil('only the context', /Add a question to run/);
  const screen = await form.pressUntil('enter', (now) => now.split('\n').at(-2) === 'Add a question to run');
  expect(formLines(screen)[1]).toMatch(/^❯/);
  expect(runs()).toEqual([]);
});

test('places the cursor after wide characters and in wrapped lines', async () => {
  const form = await openForm(sandbox, ...summary, { columns: 20 });
  await form.typeUntil('漢字👨‍👩‍👧', /漢字/);
  expect(form.cursor()).toEqual({ row: 3, column: 2 + 6 });
  await form.typeUntil(' 漢字漢字漢字', (screen) => formLines(screen).length === 3);
  expect(form.cursor()).toEqual({ row: 4, column: 2 + 2 });
  await form.pressUntil('up', () => form.cursor().row === 3);
  expect(form.cursor().column).toBe(2 + 2);
});

test('inserts a paste in one step, keeps tabs and removes control sequences', async () => {
  const form = await openForm(sandbox, ...summary);
  const screen = await form.pasteUntil('one\n\ttwo\u001b[31m red\u0007\nthree\u202e', /three/);
  expect(formLines(screen)).toEqual(['Input', '❯ one', '      two red', '  three<U+202E>']);
  await form.pressUntil('ctrl+_', /Add text to run/);
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
  await form.typeUntil('one', /❯ one[^]*Enter next/);
  form.press('enter');
  await form.typeUntil('two', /\[ Run \] Ctrl-R[^]*Enter add {2}Ctrl-R run/);
  await form.pressUntil('enter', /Sentence #3[^]*\[ Run \] Enter[^]*Enter run/);
  form.press('backspace');
  await form.until((screen) => /❯ two *\n[^]*\[ Run \] Ctrl-R/.test(screen) && !screen.includes('#3'));
  await form.pressUntil('ctrl+n', /Sentence #3[^]*Enter run/);
  sandbox.forget();
  // The run ignores the empty entry.
  await form.pressUntil('enter', /j JSON/);
  expect(JSON.parse(Buffer.from(runs()[0]!.body).toString())).toMatchObject({
    inputs: { source_sentence: 'source', sentences: ['one', 'two'] },
  });
});

test('C16: Enter after the last sentence of an example adds an empty entry that a run ignores', async () => {
  const form = await openForm(sandbox, ...similarity);
  await form.pressUntil('ctrl+x', /Example 1 of 1/);
  const last = formLines(form.screen()).findLast((line) => line.includes('#'))!;
  const count = Number(/#(\d+)/.exec(last)![1]);
  for (let entry = 0; entry < count; entry += 1) form.press('tab');
  await form.until(/Enter add/);
  await form.pressUntil('enter', new RegExp(`#${count + 1}[^]*\\[ Run \\] Enter`));
  sandbox.forget();
  await form.pressUntil('ctrl+r', /j JSON/);
  const { inputs } = JSON.parse(Buffer.from(runs()[0]!.body).toString()) as {
    inputs: { sentences: string[] };
  };
  expect(inputs.sentences).toHaveLength(count);
  await form.pressUntil('escape', (screen) => /\[ Run \]/.test(screen) && !screen.includes(`#${count + 1}`));
});

test('Enter moves to the first missing entry', async () => {
  const form = await openForm(sandbox, ...similarity);
  form.press('tab', 'tab');
  form.type('second');
  await form.pressUntil('enter', (screen) => /❯$/.test(formLines(screen)[2] ?? ''));
  await form.typeUntil('first', /Add a source sentence to run/);
  form.press('shift+tab');
  await form.typeUntil('source', /\[ Run \] Enter/);
  form.press('tab', 'tab', 'ctrl+u', 'shift+tab', 'shift+tab', 'enter');
  const screen = await form.until((now) => now.split('\n').at(-2) === 'Add Sentence #2 to run');
  expect(formLines(screen)[5]).toBe('❯');
});

test('the button below a list adds an entry, each pasted line becomes an entry, and an empty one between others is missing', async () => {
  const form = await openForm(sandbox, ...similarity);
  form.type('source');
  await form.pressUntil(['tab', 'tab', 'tab'], /❯ \+ Add Sentence/);
  await form.pressUntil('enter', (screen) => /#3/.test(screen));
  form.press('shift+tab', 'shift+tab');
  const screen = await form.pasteUntil('a cat\na dog\n\na horse\na bird\n', /a bird/);
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
    await form.typeUntil(text, new RegExp(`❯ ${text}`));
    const { row, column } = form.cursor();
    expect(form.screen().split('\n')[row]!.slice(0, column)).toBe(`❯ ${text}`);
  }
  await form.pressUntil('down', /❯ \+ Add Sentence/);
  await form.pressUntil(['up', 'up', 'up'], /❯ source/);
  form.resize(80, 24);
  await form.until(
    (screen) => /❯ source/.test(screen) && /second/.test(screen) && /Provider: auto/.test(screen),
  );
});

test('scrolls long text and keeps it when you leave the form and return', async () => {
  const form = await openForm(sandbox, ...summary, { columns: 40, rows: 12 });
  await form.pasteUntil(Array.from({ length: 200 }, (_, index) => `Line ${index}.`).join('\n'), /Line 199\./);
  await form.pressUntil('ctrl+l', /Cleared\. Press Ctrl-L again/);
  await form.pressUntil('ctrl+l', /Line 199\./);
  await form.pressUntil('escape', /❯ sandbox\/lead-summary/);
  await form.pressUntil('enter', /Line 199\.|Line 0\./);
});

test('C17: restores text with the cursor at its end', async () => {
  const form = await openForm(sandbox, ...summary);
  form.type('A kept text');
  form.press('ctrl+j');
  await form.typeUntil('of two lines', /of two lines/);
  await form.pressUntil('escape', /❯ sandbox\/lead-summary/);
  await form.pressUntil('enter', /of two lines/);
  expect(form.cursor()).toEqual({ row: 4, column: '  of two lines'.length });
  await form.typeUntil(', and more', / {2}of two lines, and more/);
});

test('W16: a single label with commas becomes several', async () => {
  const form = await openForm(sandbox, 'zero-shot-classification', 'sandbox/label-overlap');
  form.type('A day off');
  form.press('tab');
  await form.typeUntil('work, travel, food', /food/);
  await form.pressUntil('ctrl+r', /› run/);
  const screen = await form.pressUntil('escape', /#3/);
  expect(formLines(screen).join('\n')).toMatch(/#1\n. work\n.*#2\n. travel\n.*#3\n. food/);
});

test('opens parameters, provider and code with one key and keeps the text', async () => {
  const form = await openForm(sandbox, ...summary);
  await form.typeUntil('One sentence? Another one.', /\[ Run \] Enter/);
  expect(form.screen()).toContain('Parameters: default · Provider: auto');
  for (const [key, crumb] of [
    ['ctrl+p', 'parameters'],
    ['ctrl+t', 'provider'],
    ['ctrl+g', 'code'],
  ] as const) {
    await form.pressUntil(key, new RegExp(`› ${crumb}`));
    await form.pressUntil('escape', /❯ One sentence\? Another one\./);
  }
});

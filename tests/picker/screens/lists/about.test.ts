import { expect, test } from 'vitest';
import { copiedText, openPicker } from '../../../support/open-picker.ts';
import { sharedSandbox } from '../../../support/recording-sandbox.ts';

// cspell:ignore wikisql

test('S14: F3 describes the selected task; a recommended model opens its form, a link its page', async () => {
  const terminal = await openPicker(await sharedSandbox()).showing(/^Enter choose {2}F3 about/m);
  await terminal.typeUntil('table question', /❯ Table Question Answering/);
  const screen = await terminal.pressUntil('f3', /Recommended models/);
  expect(screen).toMatch(/› about this task/);
  expect(screen).toMatch(/Demo: input\n {2}Rank +Name +No\. of reigns/);
  expect(screen).toMatch(/… \d+ more/);
  terminal.press('down', 'down', 'down');
  expect(await terminal.until(/❯ wikisql/)).toMatch(/^Enter open page {2}c copy link/m);
  terminal.press('c');
  expect(await copiedText(terminal)).toBe('https://huggingface.co/datasets/wikisql');
  await terminal.pressUntil(['up', 'up'], /❯ sandbox\/table-rules[^]*^Enter try {2}o open page/m);
  await terminal.pressUntil('enter', /› Table Question Answering › sandbox\/table-rules[^]*Input - Query/);
  // Back to the models, then to the tasks.
  await terminal.pressUntil('escape', /Filter: [^]*❯ sandbox\/table-rules/);
});

test('S14: the form describes its task and keeps its inputs; everything can be reached in 40 columns', async () => {
  const wide = openPicker(await sharedSandbox(), ['text-classification', 'sandbox/vader-sentiment']);
  await wide.until(/About this task: F3$/m);
  const words = ['text-classification', 'sandbox/question-or-statement'];
  const terminal = openPicker(await sharedSandbox(), words, { columns: 40, rows: 12 });
  await terminal.until(/Add text to run/);
  await terminal.typeUntil('Is this kept?', /kept\?/);
  await terminal.pressUntil('alt+i', /\(text-classification, sentiment,/);
  terminal.press(...Array<'down'>(40).fill('down'));
  await terminal.until(/❯ Task page on the Hub\n *https:\/\/huggingface\.co/);
  await terminal.pressUntil(['page-up', 'page-up'], /Topic Classification/);
  await terminal.pressUntil('escape', /Is this kept\?/);
});

test('S16: white space is a missing input in texts and lists', async () => {
  const terminal = openPicker(await sharedSandbox(), ['zero-shot-classification', 'sandbox/label-overlap']);
  await terminal.until(/Add text and candidate labels to run/);
  terminal.type('   ');
  await terminal.pressUntil('ctrl+r', /Add text and candidate labels to run/);
  await terminal.typeUntil('Hello', /Add candidate labels to run/);
  terminal.press('tab');
  terminal.paste('\u00a0\u3000');
  terminal.press('tab');
  await terminal.typeUntil('greeting', /Add Candidate Label #1 to run/);
  terminal.press('ctrl+r');
  // The focus goes to the missing entry.
  await terminal.typeUntil('farewell', /\[ Run \] (Ctrl-R|Enter)/);
});

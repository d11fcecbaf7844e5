import { expect, test } from 'vitest';
import { copiedText, openPicker } from '../../../support/open-picker.ts';
import { sharedSandbox } from '../../../support/recording-sandbox.ts';

// cspell:ignore wikisql

test('S14: F3 describes the selected task; a recommended model opens its form, a link its page', async () => {
  const terminal = openPicker(await sharedSandbox());
  await terminal.until(/^Enter choose {2}F3 about/m);
  terminal.type('table question');
  await terminal.until(/❯ Table Question Answering/);
  terminal.press('f3');
  const screen = await terminal.until(/Recommended models/);
  expect(screen).toMatch(/› about this task/);
  expect(screen).toMatch(/Demo: input\n {2}Rank +Name +No\. of reigns/);
  expect(screen).toMatch(/… \d+ more/);
  terminal.press('down', 'down', 'down');
  expect(await terminal.until(/❯ wikisql/)).toMatch(/^Enter open page {2}c copy link/m);
  terminal.press('c');
  expect(await copiedText(terminal)).toBe('https://huggingface.co/datasets/wikisql');
  terminal.press('up', 'up');
  await terminal.until(/❯ sandbox\/table-rules[^]*^Enter try {2}o open page/m);
  terminal.press('enter');
  await terminal.until(/› Table Question Answering › sandbox\/table-rules[^]*Input - Query/);
  // Back to the models, then to the tasks.
  terminal.press('escape');
  await terminal.until(/Filter: [^]*❯ sandbox\/table-rules/);
});

test('S14: the form describes its task and keeps its inputs; everything can be reached in 40 columns', async () => {
  const wide = openPicker(await sharedSandbox(), ['text-classification', 'sandbox/vader-sentiment']);
  await wide.until(/About this task: F3$/m);
  const words = ['text-classification', 'sandbox/question-or-statement'];
  const terminal = openPicker(await sharedSandbox(), words, { columns: 40, rows: 12 });
  await terminal.until(/Add text to run/);
  terminal.type('Is this kept?');
  await terminal.until(/kept\?/);
  terminal.press('alt+i');
  await terminal.until(/\(text-classification, sentiment,/);
  terminal.press(...Array<'down'>(40).fill('down'));
  await terminal.until(/❯ Task page on the Hub\n *https:\/\/huggingface\.co/);
  terminal.press('page-up', 'page-up');
  await terminal.until(/Topic Classification/);
  terminal.press('escape');
  await terminal.until(/Is this kept\?/);
});

test('S16: white space is a missing input in texts and lists', async () => {
  const terminal = openPicker(await sharedSandbox(), ['zero-shot-classification', 'sandbox/label-overlap']);
  await terminal.until(/Add text and candidate labels to run/);
  terminal.type('   ');
  terminal.press('ctrl+r');
  await terminal.until(/Add text and candidate labels to run/);
  terminal.type('Hello');
  await terminal.until(/Add candidate labels to run/);
  terminal.press('tab');
  terminal.paste('\u00a0\u3000');
  terminal.press('tab');
  terminal.type('greeting');
  await terminal.until(/Add Candidate Label #1 to run/);
  terminal.press('ctrl+r');
  // The focus goes to the missing entry.
  terminal.type('farewell');
  await terminal.until(/\[ Run \] (Ctrl-R|Enter)/);
});

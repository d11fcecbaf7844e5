import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedSandbox } from '../support/recording-sandbox.ts';
import { pickerIn, workFolder } from '../support/work-folder.ts';

test('C4: opens the form of a model, given by name or page URL, with its input; Esc goes back to the models', async () => {
  const { hubUrl } = await sharedSandbox();
  const words = ['image-classification', `${hubUrl}/sandbox/named-colors`, 'my pictures/hills.jpg'];
  const terminal = await pickerIn(workFolder(), words);
  await terminal.until(/800 × 533/);
  expect(terminal.screen()).toMatch(/Image Classification › sandbox\/named-colors/);
  await terminal.pressUntil('escape', (screen) => /providers/.test(screen) && !/800 × 533/.test(screen));
});

test('fills the inputs in order and notes that text was read from a file', async () => {
  const terminal = await pickerIn(workFolder(), [
    'table-question-answering',
    'sandbox/named-colors',
    'question.txt',
    'cities.json',
  ]);
  const screen = await terminal.until((now) => /Paris/.test(now) && /Reading text/.test(now));
  expect(screen).toMatch(/Reading text from question\.txt/);
  expect(screen).toMatch(/How many people live in Rome\?/);
});

test('C7: a table is read from a CSV file or pasted', async () => {
  const folder = workFolder();
  writeFileSync(join(folder, 'cities.csv'), 'City,People\nParis,"2,1"\n');
  const words = ['table-question-answering', 'sandbox/named-colors', 'How many?', 'cities.csv'];
  const terminal = await pickerIn(folder, words);
  await terminal.until(/1 row · 2 columns[\s\S]*Paris +2,1/);
  await terminal.pressUntil('tab', /❯ cities\.csv/);
  await terminal.pasteUntil('City\tPeople\nOslo\t1\nRome\t3\n', /❯ +Pasted text[\s\S]*2 rows[\s\S]*Oslo/);
  await terminal.pasteUntil('City,People\nOslo\n', /The pasted text is not a table: row 2 has 1 cell, not 2/);
  expect(terminal.screen()).toMatch(/Oslo/);
});

test('C10, C21: notices about several files and about labels between commas', async () => {
  const files = await pickerIn(
    workFolder(),
    ['image-classification', 'sandbox/named-colors', 'a.png', 'b.png'],
    {
      columns: 160,
    },
  );
  await files.until(/--image takes one file, not 2\. Run all of them/);
  const labels = await pickerIn(workFolder(), [
    'zero-shot-classification',
    'sandbox/named-colors',
    'A text',
    'travel, food',
  ]);
  await labels.until(/#1[\s\S]*travel\n[\s\S]*#2[\s\S]*food[\s\S]*Split/);
});

test('a list takes the remaining arguments', async () => {
  const words = [
    'zero-shot-classification',
    'sandbox/named-colors',
    'The train is late',
    'travel',
    'food',
    'sports',
  ];
  const terminal = await pickerIn(workFolder(), words);
  const screen = await terminal.until(/sports/);
  expect(screen).toMatch(/The train is late[\s\S]*#1[\s\S]*travel[\s\S]*#2[\s\S]*food[\s\S]*#3[\s\S]*sports/);
});

test('C1: rejects text that looks like the path of a missing file, unless --literal is given', async () => {
  const words = ['summarization', 'sandbox/named-colors', './reprot.txt'];
  const terminal = await pickerIn(workFolder(), words, { columns: 120 });
  const screen = await terminal.until(/File not found: \.\/reprot\.txt\. Check the path\. .*--literal/);
  expect(screen.match(/reprot/g)).toHaveLength(1);
  const literal = await pickerIn(workFolder(), [...words, '--literal']);
  await literal.until(/❯ \.\/reprot\.txt/);
});

test('C1: @FILE fills in the contents of a file', async () => {
  const terminal = await pickerIn(workFolder(), ['summarization', 'sandbox/named-colors', '@question.txt']);
  await terminal.until(/How many people live in Rome\?/);
});

test('reports an extra argument and standard input', async () => {
  const terminal = await pickerIn(workFolder(), [
    'text-classification',
    'sandbox/named-colors',
    'one',
    'two',
  ]);
  await terminal.until(/Unexpected argument 'two'/);
  const other = await pickerIn(workFolder(), ['text-classification', 'sandbox/named-colors', '-']);
  await other.until(/Standard input \(-\) is not available in the picker/);
});

test.each([
  ['what a day', "'what a day' is not a model ID"],
  ['my pictures/hills.jpg', "'my pictures/hills.jpg' is a file, not a model"],
  ['https://example.test/org/name', 'https://example.test/org/name is not a model page on 127.0.0.1'],
])('C4, C5: exits with 2 if %s is given as the model', async (model, error) => {
  const terminal = await pickerIn(workFolder(), ['image-classification', model], { columns: 160 });
  expect(await terminal.ended).toBe(2);
  expect(terminal.screen()).toContain(`error: ${error}`);
});

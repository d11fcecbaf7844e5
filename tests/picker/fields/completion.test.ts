import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HARD_NAME, pickerIn, workFolder } from '../../support/work-folder.ts';

const words = ['image-classification', 'sandbox/named-colors'];

async function openForm(folder = workFolder()) {
  const terminal = await pickerIn(folder, words);
  await terminal.until(/No file chosen/);
  return terminal;
}

test('typing lists matches; Tab completes, Enter opens folders and takes a file; Ctrl-L clears and restores it', async () => {
  const terminal = await openForm();
  terminal.type('my');
  await terminal.until(/my pictures\/[^]*Enter open {2}[^]*Tab complete {2}Esc close/);
  terminal.press('tab');
  const listed = await terminal.until(/hills\.jpg/);
  expect(listed).toMatch(/old\/[\s\S]*hills\.jpg[\s\S]*invoice\.png/);
  terminal.type('sh');
  await terminal.until(
    (screen) => /shapes\.png/.test(screen) && !/hills/.test(screen) && /Enter choose/.test(screen),
  );
  terminal.press('enter');
  const taken = await terminal.until(/480 × 360/);
  expect(taken).toMatch(/my pictures\/shapes\.png/);
  expect(taken).toMatch(/Enter run/);
  terminal.press('ctrl+l');
  await terminal.until(/No file chosen/);
  terminal.press('ctrl+l');
  await terminal.until((screen) => /my pictures\/shapes\.png/.test(screen) && /480 × 360/.test(screen));
});

test('Tab selects entries without a common prefix; Esc closes the list, Enter takes the entry', async () => {
  const terminal = await openForm();
  terminal.type('./my pictures/');
  // T15: the folder itself cannot be read as a file.
  expect(await terminal.until(/invoice\.png[^]*Tab complete/)).not.toMatch(/reload/);
  terminal.press('tab', 'tab');
  await terminal.until(/❯ hills\.jpg/);
  terminal.press('down');
  await terminal.until(/❯ invoice\.png/);
  terminal.press('up', 'escape');
  await terminal.until((screen) => /\.\/my pictures\/ *\n/.test(screen) && !/invoice/.test(screen));
  terminal.press('ctrl+u');
  terminal.type('my pictures/');
  await terminal.until(/invoice\.png/);
  terminal.press('tab', 'tab');
  await terminal.until(/❯ hills\.jpg/);
  terminal.press('enter');
  // It does not run.
  expect(await terminal.until(/800 × 533/)).toMatch(/\[ Run \]/);
});

test('Tab moves to the next input when nothing completes', async () => {
  const terminal = await pickerIn(workFolder(), [
    'visual-question-answering',
    'sandbox/named-colors',
    'What?',
    'noth',
  ]);
  await terminal.until(/File not found: noth\. Check the path/);
  terminal.press('tab');
  await terminal.until(/❯ noth/);
  terminal.type('x');
  await terminal.until(/No files here start with nothx/);
  terminal.press('tab');
  await terminal.until(/❯ What\?/);
});

test('accepts a name with quotes, spaces and non-Latin characters', async () => {
  const terminal = await openForm();
  terminal.type('my pictures/it');
  await terminal.until(/日本/);
  terminal.press('enter');
  expect(await terminal.until(/480 × 360/)).toContain(HARD_NAME);
});

test('reports a missing or empty folder; shows hidden files when a dot is typed; takes files of other types', async () => {
  const terminal = await openForm();
  terminal.type('nowhere/');
  await terminal.until(/Folder nowhere\/ does not exist/);
  terminal.press('ctrl+u');
  terminal.type('my pictures/old/');
  await terminal.until(/Empty folder/);
  terminal.type('x');
  await terminal.until(/No files here start with x/);
  terminal.press('ctrl+u');
  terminal.type('./');
  expect(await terminal.until(/notes\.md|more/)).not.toMatch(/\.hidden/);
  terminal.type('.h');
  await terminal.until(/\.hidden\.jpg/);
  terminal.press('ctrl+u');
  terminal.type('no');
  await terminal.until(/❯ no *\n.*notes\.md/);
  terminal.press('enter');
  expect(await terminal.until(/is not an image/)).toMatch(
    /notes\.md is not an image: unrecognized file format\. Use an image/,
  );
});

// Root can read every folder.
test.skipIf(process.getuid?.() === 0)('reports an unreadable folder', async () => {
  const folder = workFolder();
  mkdirSync(join(folder, 'locked'));
  chmodSync(join(folder, 'locked'), 0o000);
  const terminal = await openForm(folder);
  terminal.type('locked/');
  await terminal.until(/Permission denied: .*locked/);
  chmodSync(join(folder, 'locked'), 0o700);
});

test('a dropped file replaces the current text, however the terminal writes its path', async () => {
  const folder = workFolder();
  const terminal = await openForm(folder);
  const path = join(folder, 'my pictures/hills.jpg');
  const dropped = [`'${path}' `, path.replaceAll(' ', '\\ '), `file://${path.replaceAll(' ', '%20')}\n`];
  for (const written of dropped) {
    terminal.type('noth');
    await terminal.until(/No files here start with noth/);
    terminal.paste(written);
    expect(await terminal.until(/800 × 533/)).toMatch(/\/my pictures\/hills\.jpg/);
    terminal.press('ctrl+l');
    await terminal.until(/No file chosen/);
  }
  // A terminal without bracketed paste types the path.
  terminal.type(`'${path}'`);
  await terminal.until(/800 × 533/);
});

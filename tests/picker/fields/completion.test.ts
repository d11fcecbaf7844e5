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
  await terminal.typeUntil('my', /my pictures\/[^]*Enter open {2}[^]*Tab complete {2}Esc close/);
  const listed = await terminal.pressUntil('tab', /hills\.jpg/);
  expect(listed).toMatch(/old\/[\s\S]*hills\.jpg[\s\S]*invoice\.png/);
  terminal.type('sh');
  await terminal.until(
    (screen) => /shapes\.png/.test(screen) && !/hills/.test(screen) && /Enter choose/.test(screen),
  );
  const taken = await terminal.pressUntil('enter', /480 × 360/);
  expect(taken).toMatch(/my pictures\/shapes\.png/);
  expect(taken).toMatch(/Enter run/);
  await terminal.pressUntil('ctrl+l', /No file chosen/);
  terminal.press('ctrl+l');
  await terminal.until((screen) => /my pictures\/shapes\.png/.test(screen) && /480 × 360/.test(screen));
});

test('Tab selects entries without a common prefix; Esc closes the list, Enter takes the entry', async () => {
  const terminal = await openForm();
  // T15: the folder itself cannot be read as a file.
  expect(await terminal.typeUntil('./my pictures/', /invoice\.png[^]*Tab complete/)).not.toMatch(/reload/);
  await terminal.pressUntil(['tab', 'tab'], /❯ hills\.jpg/);
  await terminal.pressUntil('down', /❯ invoice\.png/);
  terminal.press('up', 'escape');
  await terminal.until((screen) => /\.\/my pictures\/ *\n/.test(screen) && !/invoice/.test(screen));
  terminal.press('ctrl+u');
  await terminal.typeUntil('my pictures/', /invoice\.png/);
  await terminal.pressUntil(['tab', 'tab'], /❯ hills\.jpg/);
  // It does not run.
  expect(await terminal.pressUntil('enter', /800 × 533/)).toMatch(/\[ Run \]/);
});

test('Tab moves to the next input when nothing completes', async () => {
  const terminal = await pickerIn(workFolder(), [
    'visual-question-answering',
    'sandbox/named-colors',
    'What?',
    'noth',
  ]);
  await terminal.until(/File not found: noth\. Check the path/);
  await terminal.pressUntil('tab', /❯ noth/);
  await terminal.typeUntil('x', /No files here start with nothx/);
  await terminal.pressUntil('tab', /❯ What\?/);
});

test('accepts a name with quotes, spaces and non-Latin characters', async () => {
  const terminal = await openForm();
  await terminal.typeUntil('my pictures/it', /日本/);
  expect(await terminal.pressUntil('enter', /480 × 360/)).toContain(HARD_NAME);
});

test('reports a missing or empty folder; shows hidden files when a dot is typed; takes files of other types', async () => {
  const terminal = await openForm();
  await terminal.typeUntil('nowhere/', /Folder nowhere\/ does not exist/);
  terminal.press('ctrl+u');
  await terminal.typeUntil('my pictures/old/', /Empty folder/);
  await terminal.typeUntil('x', /No files here start with x/);
  terminal.press('ctrl+u');
  expect(await terminal.typeUntil('./', /notes\.md|more/)).not.toMatch(/\.hidden/);
  await terminal.typeUntil('.h', /\.hidden\.jpg/);
  terminal.press('ctrl+u');
  await terminal.typeUntil('no', /❯ no *\n.*notes\.md/);
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
  await terminal.typeUntil('locked/', /Permission denied: .*locked/);
  chmodSync(join(folder, 'locked'), 0o700);
});

test('a dropped file replaces the current text, however the terminal writes its path', async () => {
  const folder = workFolder();
  const terminal = await openForm(folder);
  const path = join(folder, 'my pictures/hills.jpg');
  const dropped = [`'${path}' `, path.replaceAll(' ', '\\ '), `file://${path.replaceAll(' ', '%20')}\n`];
  for (const written of dropped) {
    await terminal.typeUntil('noth', /No files here start with noth/);
    expect(await terminal.pasteUntil(written, /800 × 533/)).toMatch(/\/my pictures\/hills\.jpg/);
    await terminal.pressUntil('ctrl+l', /No file chosen/);
  }
  // A terminal without bracketed paste types the path.
  await terminal.typeUntil(`'${path}'`, /800 × 533/);
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/cli.ts';
import { copiedText } from '../../../support/open-picker.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { finishedRun } from './running.ts';

const sandbox = await recordingSandbox();

test('saves an image under a generated name and shows it', async () => {
  const folder = temporaryFolder();
  const terminal = await finishedRun(sandbox, 'text-to-image', 'sandbox/shape-painter', { folder });
  await terminal.pressUntil('s', /Save as: tryout-text-to-image-\d{8}-\d{6}\.png/);
  await terminal.pressUntil('enter', /Saved to tryout-text-to-image-\S+\.png[^]*o open/);
  const [name = ''] = readdirSync(folder).filter((found) => found.endsWith('.png'));
  expect(readFileSync(join(folder, name)).subarray(1, 4).toString()).toBe('PNG');
  // The result is still in its own file.
  await terminal.pressUntil('f', /Save as: \S+\.run\.json/);
  await terminal.pressUntil('enter', /Saved to \S+\.run\.json/);
  terminal.press('c');
  expect(await copiedText(terminal)).toBe(name);
});

test('replaces a file only after confirmation and keeps a name that cannot be used', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'mine.json'), 'mine');
  const terminal = await finishedRun(sandbox, 'text-classification', 'sandbox/question-or-statement', {
    folder,
  });
  const saveAs = async (name: string) => {
    terminal.press('ctrl+u');
    await terminal.typeUntil(name, (screen) => screen.includes(`Save as: ${name}`));
    terminal.press('enter');
  };
  await terminal.pressUntil('s', /Save as: tryout-text-classification-\S+\.json/);
  await terminal.pressUntil(['ctrl+u', 'enter'], /Enter a file name\./);
  await saveAs('nowhere/mine.json');
  await terminal.until(/Save as: nowhere\/mine\.json\s*\nFolder nowhere does not exist\./);
  await saveAs('~/mine.json');
  await terminal.until(/mine\.json already exists\. Replace it\?[^]*y replace/);
  await terminal.pressUntil('n', /Save as: ~\/mine\.json/);
  expect(readFileSync(join(folder, 'mine.json'), 'utf8')).toBe('mine');
  await terminal.pressUntil('enter', /Replace it\?/);
  await terminal.pressUntil('y', /Saved to .*mine\.json/);
  expect(JSON.parse(readFileSync(join(folder, 'mine.json'), 'utf8'))).toEqual([
    expect.objectContaining({ label: expect.any(String) as string }),
    expect.objectContaining({ score: expect.any(Number) as number }),
  ]);
});

test('saves columns under a name that ends with .txt; Esc saves nothing', async () => {
  const folder = temporaryFolder();
  const terminal = await finishedRun(sandbox, 'token-classification', 'sandbox/compromise-entities', {
    folder,
  });
  await terminal.pressUntil('s', /Save as: /);
  await terminal.pressUntil('escape', /j JSON/);
  expect(readdirSync(folder).filter((name) => name.startsWith('tryout-'))).toEqual([]);
  await terminal.pressUntil('s', /Save as: /);
  terminal.press('ctrl+u');
  await terminal.typeUntil('parts.txt', /Save as: parts\.txt/);
  await terminal.pressUntil('enter', /Saved to parts\.txt/);
  expect(readFileSync(join(folder, 'parts.txt'), 'utf8')).toMatch(/^\w+\t[\d.]+\t\w+.*\n/);
});

test('C12: saves boxes as an image, and as JSON while JSON is shown', async () => {
  const folder = temporaryFolder();
  const terminal = await finishedRun(sandbox, 'object-detection', 'sandbox/shape-detector', { folder });
  await terminal.pressUntil('s', /Save as: tryout-object-detection-\S+\.png/);
  await terminal.pressUntil('enter', /Saved to tryout-object-detection-\S+\.png/);
  const [name = ''] = readdirSync(folder).filter((found) => found.endsWith('.png'));
  expect(readFileSync(join(folder, name)).subarray(1, 4).toString()).toBe('PNG');
  await terminal.pressUntil('j', /"label"/);
  await terminal.pressUntil('s', /Save as: tryout-object-detection-\S+\.json/);
  await terminal.pressUntil('escape', /j result/);
  // The next run shows its result.
  await terminal.pressUntil('r', /j JSON/);
});

test('numbers several audio files', async () => {
  const folder = temporaryFolder();
  const terminal = await finishedRun(sandbox, 'audio-to-audio', 'sandbox/bass-treble-splitter', { folder });
  await terminal.pressUntil('s', /Save as: /);
  terminal.press('ctrl+u');
  await terminal.typeUntil('part.wav', /Save as: part\.wav/);
  await terminal.pressUntil('enter', /Saved to part-1\.wav and 1 more/);
  expect(readdirSync(folder).filter((name) => name.endsWith('.wav'))).toEqual(['part-1.wav', 'part-2.wav']);
});

test('X6: explains why a file cannot be written and keeps the result on the screen', async () => {
  const folder = temporaryFolder();
  const terminal = await finishedRun(sandbox, 'text-classification', 'sandbox/question-or-statement', {
    folder,
    rows: 40,
  });
  const saveAs = async (name: string) => {
    await terminal.until(/Save as: /);
    terminal.press('ctrl+u');
    await terminal.typeUntil(name, new RegExp(`${name.slice(-20)}`));
    terminal.press('enter');
  };
  terminal.press('s');
  await saveAs(`${'x'.repeat(300)}.json`);
  await terminal.until(/QUESTION[^]*Could not write\s+x+[^]*\(ENAMETOOLONG\)\./);
  await saveAs('short.json');
  await terminal.until(/Saved to short\.json/);
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual(['short.json']);
});

import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blackPng } from '../../support/black-png.ts';
import { pickerIn, workFolder } from '../../support/work-folder.ts';

function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000000000',
    'hex',
  );
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

test('C20: shows an image with its details on at most a third of the rows, in a tiny terminal only its path', async () => {
  const words = ['image-classification', 'sandbox/named-colors', 'my pictures/hills.jpg'];
  const terminal = await pickerIn(workFolder(), words, { rows: 18, columns: 120 });
  const imageRows = (screen: string) => screen.split('\n').filter((line) => line.includes('▀▀')).length;
  const screen = await terminal.until(/▀▀▀/);
  expect(screen).toMatch(/image\/jpeg · 800 × 533 · 7\.8 kB[^]*\[ Run \]/);
  expect(imageRows(screen)).toBeLessThanOrEqual(6);
  terminal.resize(120, 60);
  const large = await terminal.until((now) => imageRows(now) > 6 && now.includes('[ Run ]'));
  expect(imageRows(large)).toBeLessThanOrEqual(20);
  terminal.resize(20, 7);
  await terminal.until((now) => /hills\.jpg/.test(now) && !now.includes('▀'));
  terminal.press('ctrl+u');
  await terminal.typeUntil('my', /❯ my *\n.*my pictures\//);
});

test('detects a wrong type from the content; describes audio, and says when no player is installed', async () => {
  const words = ['audio-classification', 'sandbox/named-colors', 'wrong.wav'];
  const terminal = await pickerIn(workFolder(), words, { environment: { PATH: '/nowhere' } });
  await terminal.until(/wrong\.wav is not an audio file: it is image\/jpeg/);
  terminal.press('ctrl+u');
  const screen = await terminal.typeUntil('morse.wav', /audio\/wav[^]*Ctrl-V play/);
  expect(screen).toMatch(/[▁▂▃▄▅▆▇]{20}\n *audio\/wav · 8\.2 s · 8 kHz · mono · 131 kB/);
  expect(screen).not.toMatch(/is not an audio file/);
  await terminal.pressUntil('ctrl+v', /Could not play the audio\. Install ffplay or mpv\./);
});

test('S13: shows a JSON file formatted or as a table, a CSV file as a table, and where JSON is invalid', async () => {
  const folder = workFolder();
  writeFileSync(join(folder, 'rivers.csv'), 'River,Length\nRhine,1230\n');
  const terminal = await pickerIn(folder, ['tabular-classification', 'sandbox/named-colors', 'cities.json']);
  expect(await terminal.until(/"Paris"/)).toMatch(/^ *\{\n {4}"City": \[\n {6}"Paris",\n {6}"Rome",/m);
  await terminal.pressUntil('ctrl+v', /3 rows · 2 columns\n *City +People *\n *Paris +2 *\n *Rome +3/);
  await terminal.pressUntil('ctrl+v', /"Paris"/);
  terminal.press('ctrl+u');
  await terminal.typeUntil('rivers.csv', /1 row · 2 columns\n *River +Length *\n *Rhine +1230/);
  terminal.press('ctrl+u');
  await terminal.typeUntil('broken.json', /broken\.json is not valid JSON: unexpected end of input/);
});

test('reloads a file that changes on disk', async () => {
  const folder = workFolder();
  const terminal = await pickerIn(folder, [
    'image-classification',
    'sandbox/named-colors',
    'my pictures/hills.jpg',
  ]);
  await terminal.until(/800 × 533/);
  copyFileSync(join(folder, 'my pictures/shapes.png'), join(folder, 'my pictures/hills.jpg'));
  await terminal.until(/image\/png · 480 × 360/);
});

test('draws the image below its details in a terminal with graphics', async () => {
  const terminal = await pickerIn(
    workFolder(),
    ['image-classification', 'sandbox/named-colors', 'my pictures/hills.jpg'],
    { environment: { TRYOUT_GRAPHICS: 'kitty' } },
  );
  // Below the breadcrumb, rule, label, file path and details, after the margin.
  // oxlint-disable-next-line no-control-regex -- matches a cursor move and the start of an image
  await terminal.untilWritten(/\u001b\[6;3H\u001b_G/);
  await terminal.until(/800 × 533/);
});

test('F33, X11: describes but does not draw an image that needs too much memory', async () => {
  const folder = workFolder();
  writeFileSync(join(folder, 'bomb.png'), pngHead(60_000, 60_000));
  const packing = { bits: 16, channels: 4, isInterlaced: true };
  writeFileSync(join(folder, 'deep.png'), blackPng(12_000, 12_000, packing));
  const terminal = await pickerIn(folder, ['image-classification', 'sandbox/named-colors', 'bomb.png']);
  expect(await terminal.until(/60000 × 60000/)).not.toMatch(/▀/);
  terminal.press('ctrl+u');
  await terminal.typeUntil('deep.png', /12000 × 12000[^]*This image is too large to preview\./);
});

test('reports an unusable input before sending anything (F49)', async () => {
  const folder = workFolder();
  writeFileSync(join(folder, 'empty.png'), '');
  execFileSync('mkfifo', [join(folder, 'pipe.png')]);
  const terminal = await pickerIn(folder, ['image-classification', 'sandbox/named-colors', 'my pictures']);
  await terminal.until(/4 files: run all/);
  for (const [name, message] of [
    ['empty.png', /empty\.png is empty\. Choose a file/],
    ['pipe.png', /pipe\.png is not a regular file/],
    ['https://example.org/a.png', /Download the file first/],
  ] as const) {
    terminal.press('ctrl+u');
    terminal.paste(name);
    await terminal.pressUntil('enter', message);
  }
});

test('escapes control characters in file names and table cells (F1)', async () => {
  const folder = workFolder();
  writeFileSync(
    join(folder, 'a\u001b[31mred.json'),
    JSON.stringify({ 'x\u001b]0;title\u0007': ['\u009b31m'] }),
  );
  const terminal = await pickerIn(folder, ['tabular-classification', 'sandbox/named-colors']);
  await terminal.until(/No file chosen/);
  await terminal.typeUntil('a', /a<U\+001B>\[31mred\.json/);
  await terminal.pressUntil('enter', /"x\\u001b\]0;title\\u0007"/);
  await terminal.pressUntil('ctrl+v', /x<U\+001B>\]0;title<U\+000[\s\S]*<U\+009B>31m/);
  expect(terminal.written()).not.toContain('\u001b[31mred');
});

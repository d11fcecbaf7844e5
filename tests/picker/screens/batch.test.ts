import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BatchLine } from '@tryout/engine';
import { expect, test } from 'vitest';
import { launcher } from '../../support/built-cli.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { fakeHub, hubModel, type HubReplies } from '../../support/fake-hub.ts';
import { answerJson, sendJson } from '../../support/loopback.ts';
import { copiedText, openPicker } from '../../support/open-picker.ts';
import { completion, pricedHub } from '../../support/priced-hub.ts';

const shapes = join(import.meta.dirname, '../../../examples/shapes.png');
const image = 'image-classification';
const text = 'text-classification';

const imageHub = () => fakeHub({ models: [hubModel('org/model', { task: image })] });

/** A folder with a folder of images, and a file that is no image. */
function folderOfImages(count: number): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'photos'));
  for (let number = 1; number <= count; number += 1)
    copyFileSync(shapes, join(folder, 'photos', `p${number}.png`));
  writeFileSync(join(folder, 'photos', 'notes.txt'), 'not an image');
  return folder;
}

function folderWithTable(rows: readonly string[], name = 'reviews.csv'): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), `${rows.join('\n')}\n`);
  return folder;
}

function linesIn(folder: string, name: string): BatchLine[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as BatchLine).sort((one, other) => one.row - other.row);
}

test('a folder for a single input runs all of its files, and never into a file of somebody else', async () => {
  const folder = folderOfImages(12);
  const foreign = join(folder, `photos.${image}.jsonl`);
  writeFileSync(foreign, 'mine\n');
  const terminal = openPicker(await imageHub(), [image, 'org/model'], { folder });
  await terminal.until(/No file chosen/);
  await terminal.typeUntil('photos/', /12 files: run all \(Enter\)/);
  terminal.press('enter');
  await terminal.until(
    /› batch[^]*Source: photos\/[^]*❯ Run all +12 rows[^]*photos\.image-classification-2\.jsonl/,
  );
  await terminal.pressUntil('enter', /12 done[^]*MODEL +ROWS[^]*org\/model +12 +0[^]*o HTML report/);
  const lines = linesIn(folder, `photos.${image}-2.jsonl`);
  expect(lines.map(({ row, input }) => [row, input['image']])).toEqual(
    Array.from({ length: 12 }, (_, at) => [at + 1, `photos/p${at + 1}.png`]),
  );
  expect(readFileSync(foreign, 'utf8')).toBe('mine\n');
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.isFullScreen()).toBe(false);
  expect(terminal.scrollback()).toMatch(/Batch photos\.image-classification-2\.jsonl\n12 done/);
});

test('T16: Space and Shift-Tab mark files, also in a narrow terminal, and Enter takes all of them', async () => {
  const folder = folderOfImages(5);
  const size = { columns: 40, rows: 15, environment: { NO_COLOR: '1' } };
  const hub = await imageHub();
  const terminal = openPicker(hub, [image, 'org/model'], { folder, ...size });
  await terminal.until(/No file chosen/);
  await terminal.typeUntil('photos/p', /❯ p1\.png/);
  await terminal.pressUntil('shift+tab', /❯ ◉ p1\.png[^]*1 marked/);
  await terminal.pressUntil('down', /❯ {3}p2\.png/);
  await terminal.pressUntil('space', /❯ ◉ p2\.png[^]*2 marked/);
  await terminal.pressUntil(['down', 'down'], /❯ {3}p4\.png/);
  await terminal.pressUntil('space', /◉ p4\.png[^]*3 marked[^]*Enter use marked/);
  await terminal.pressUntil('enter', /3 files: run all \(Enter\)/);
  await terminal.pressUntil('enter', /❯ Run all +3 rows/);
  hub.replies.inference = answerJson({ error: 'out of order' }, 400);
  await terminal.pressUntil('enter', /3 failed[^]*f failed again/);
  hub.replies.inference = [{ label: 'GOOD', score: 0.75 }];
  await terminal.pressUntil('f', /❯ Run all +3 rows/);
  await terminal.pressUntil('enter', /3 done/);
  const output = readdirSync(folder).find((name) =>
    /^batch-[0-9a-f]{8}\.image-classification\.jsonl$/.test(name),
  );
  const lines = linesIn(folder, output!);
  expect(lines.map(({ input }) => input['image'])).toEqual(
    [1, 2, 4].map((number) => `photos/p${number}.png`),
  );
  // Another batch begins with its choices.
  await terminal.pressUntil('escape', /3 files: run all/);
  await terminal.pressUntil('enter', /❯ Run all +3 rows/);
});

test('T16: several files of the command line and dropped ones with spaces are offered together', async () => {
  const folder = folderOfImages(2);
  copyFileSync(shapes, join(folder, 'photos', "it's a p3.png"));
  const files = ['photos/p1.png', 'photos/p2.png'];
  const terminal = openPicker(await imageHub(), [image, 'org/model', ...files], { folder });
  await terminal.until(/photos\/p1\.png photos\/p2\.png[^]*2 files: run all/);
  await terminal.pressUntil('ctrl+u', /No file chosen/);
  terminal.paste(
    [`'${folder}/photos/it'\\''s a p3.png'`, ...files.map((file) => join(folder, file))].join(' '),
  );
  await terminal.until(/3 files: run all/);
});

test('a table runs with the chosen column and both marked models, and ends with the report of its labels', async () => {
  const folder = folderWithTable(['id,review,label', '1,good,GOOD', '2,fine,GOOD', '3,bad,BAD']);
  const models = ['org/a', 'org/b'].map((id) => hubModel(id));
  const hub = await fakeHub({ models });
  const terminal = await openPicker(hub, [text], { folder, columns: 120, rows: 40 }).showing(/❯ org\/a/);
  await terminal.pressUntil('space', /❯ ◉ org\/a/);
  await terminal.pressUntil('down', /❯ {3}org\/b/);
  await terminal.pressUntil('enter', /Comparing 2 models/);
  await terminal.typeUntil('reviews.csv', /Rows of reviews\.csv: run all \(F7\)/);
  await terminal.pressUntil('f7', /❯ Run all +choose the column of Input/);
  await terminal.pressUntil('enter', /Choose the column of Input[^]*❯ id +1\n +review +good/);
  await terminal.typeUntil('review', /❯ review/);
  await terminal.pressUntil('enter', /❯ Run all +3 rows, 2 models[^]*column review[^]*column label/);
  terminal.press('enter');
  await terminal.until(
    /6 done[^]*ACCURACY[^]*org\/a +66\.7%[^]*org\/b +66\.7%[^]*have the same accuracy on 3 rows/,
  );
  terminal.press('c');
  const command = await copiedText(terminal);
  expect(command).toMatch(
    // This installation is not in PATH.
    /^\S+ \S+\/bin\/tryout\.js batch text-classification reviews\.csv -m org\/a -m org\/b --column 'text=review' --expected label/,
  );
  await terminal.pressUntil('o', /reviews\.text-classification\.html/);
  expect(readFileSync(join(folder, `reviews.${text}.html`), 'utf8')).toMatch(/^<!doctype html>/i);
});

test('Ctrl-C finishes the rows in flight, a second one ends at once, and continuing repeats no finished row', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `row ${index + 1}`);
  const folder = folderWithTable(['text', ...rows], 'rows.csv');
  let held: (() => void)[] = [];
  let onHeld = () => undefined as void;
  const nextHeld = () => new Promise<void>((resolve) => (onHeld = resolve));
  let answered = 0;
  const replies: HubReplies = {
    inference: (_received, response) => {
      const answer = () => {
        answered += 1;
        sendJson(response, [{ label: 'GOOD', score: 0.75 }]);
      };
      if (answered < 10) return answer();
      held.push(answer);
      onHeld();
    },
  };
  const hub = await fakeHub(replies);
  const release = () => held.splice(0).forEach((answer) => answer());
  const output = `rows.${text}.jsonl`;
  const installed = temporaryFolder();
  symlinkSync(launcher, join(installed, 'tryout'));
  const environment = { PATH: [installed, process.env['PATH']].join(delimiter) };
  const terminal = openPicker(hub, [text, 'org/model', 'rows.csv'], { folder, environment });
  await terminal.until(/Rows of rows\.csv: run all/);
  await terminal.pressUntil('f7', /❯ Run all +40 rows/);
  const firstHeld = nextHeld();
  terminal.press('enter');
  await Promise.all([firstHeld, terminal.until(/1\d of 40[^]*Esc stop/)]);
  await terminal.pressUntil('ctrl+c', /Finishing the rows in flight[^]*tryout batch[^]*Esc end now/);
  release();
  await terminal.until(
    /Stopped\.[^]*To continue later: tryout batch text-classification rows\.csv[^]*r continue/,
  );
  const finished = linesIn(folder, output).length;
  expect(finished).toBe(hub.runs().length);

  await terminal.pressUntil('r', /❯ Run all +40 rows/);
  const nextFirst = nextHeld();
  terminal.press('enter');
  await Promise.all([nextFirst, terminal.until(/\d+ of 40/)]);
  await terminal.pressUntil('escape', /Finishing the rows in flight/);
  await terminal.pressUntil('escape', /Stopped\.[^]*r continue/);
  expect(linesIn(folder, output)).toHaveLength(finished);

  held = [];
  replies.inference = [{ label: 'GOOD', score: 0.75 }];
  const before = hub.runs().length;
  await terminal.pressUntil('r', /❯ Run all +40 rows/);
  terminal.press('enter');
  await terminal.until(new RegExp(`${40 - finished} done[^]*${finished} already in the output`));
  expect(hub.runs()).toHaveLength(before + 40 - finished);
  expect(linesIn(folder, output).map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1));
  expect(existsSync(join(folder, `${output}.lock`))).toBe(false);
});

test('a chat offers the rows of a table, and a cost limit stops the batch before it', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => `row ${index}`);
  const folder = folderWithTable(['text', ...rows]);
  const hub = await fakeHub(pricedHub((_received, response) => sendJson(response, completion('ok'))));
  const terminal = openPicker(hub, ['text-generation', 'org/chat'], { folder });
  await terminal.until(/Type a message/);
  await terminal.typeUntil('reviews.csv', /Rows of reviews\.csv: run all \(F7\)/);
  await terminal.pressUntil('f7', /❯ Run all +50 rows/);
  await terminal.typeUntil('cost', /❯ Cost limit +none/);
  await terminal.pressUntil('enter', /US dollars of all lines/);
  terminal.type('much');
  await terminal.pressUntil('enter', /Use US dollars, for example 2\.50/);
  await terminal.pressUntil('ctrl+u', /For example: 2\.50/);
  terminal.type('0.6');
  await terminal.pressUntil('enter', /❯ Cost limit +\$0\.60/);
  await terminal.pressUntil('home', /❯ Run all +50 rows/);
  terminal.press('enter');
  await terminal.until(
    /before it costs more than its limit\.[^]*Press r, then raise the cost limit\.[^]*--max-cost 0\.6 [^]*r continue/,
  );
  expect(terminal.screen()).not.toMatch(/Raise --max-cost/);
  const finished = linesIn(folder, 'reviews.text-generation.jsonl').length;
  expect(finished).toBeGreaterThan(0);
  expect(finished).toBeLessThan(rows.length);
  expect(hub.runs()).toHaveLength(finished);
});

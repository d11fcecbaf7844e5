import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { proposeOutput } from '../../../packages/cli/src/batch/sources.ts';
import { temporaryFolder } from '../../support/cli.ts';

const task = 'text-classification';
const line = `{"key":"${'a'.repeat(64)}-1","row":1,"task":"${task}","input":{}}\n`;

/** A folder with empty files, and folders whose names end with a slash. */
function folderWith(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    const path = join(folder, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(path, '');
  }
  return folder;
}

const propose = async (folder: string, name: string) =>
  relative(folder, await proposeOutput([join(folder, name)], task));

test.each([
  [
    ['data/reviews.csv', 'other/reviews.csv'],
    [`data/reviews.${task}.jsonl`, `other/reviews.${task}.jsonl`],
  ],
  [
    ['reviews.csv', 'reviews.tsv'],
    [`reviews.csv.${task}.jsonl`, `reviews.tsv.${task}.jsonl`],
  ],
  [
    ['photos.parquet', 'photos/'],
    [`photos.parquet.${task}.jsonl`, `photos.${task}.jsonl`],
  ],
  [
    ['photos.v1/', 'photos.v2/'],
    [`photos.v1.${task}.jsonl`, `photos.v2.${task}.jsonl`],
  ],
  [['é \u001b[31m\n.csv'], [`é \u001b[31m\n.${task}.jsonl`]],
])('the outputs of %j are files of their own, next to them', async (sources, outputs) => {
  const folder = folderWith(...sources);
  const proposed = await Promise.all(sources.map((name) => propose(folder, name)));
  expect(proposed).toEqual(outputs);
});

test('an earlier output of the task continues; other files, folders and broken names are left alone', async () => {
  const folder = folderWith('in.csv', 'one.csv', `one.${task}.jsonl/`, 'two.csv', 'three.csv', 'mine.txt');
  writeFileSync(join(folder, `in.${task}.jsonl`), line);
  writeFileSync(join(folder, `two.${task}.jsonl`), line.replace(task, 'translation'));
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  symlinkSync('mine.txt', join(folder, `three.${task}.jsonl`));
  expect(await propose(folder, 'in.csv')).toBe(`in.${task}.jsonl`);
  for (const name of ['one', 'two', 'three'])
    expect(await propose(folder, `${name}.csv`)).toBe(`${name}.${task}-2.jsonl`);
});

test('several files, globs and long names have outputs of their own in the current folder', async () => {
  const long = `${'long'.repeat(60)}.csv`;
  const folder = folderWith('a.png', 'b.png', long);
  const paths = ['a.png', 'b.png'].map((name) => join(folder, name));
  const all = [paths, [...paths].reverse(), [join(folder, '*.png')], [join(folder, long)]];
  const outputs = await Promise.all(all.map((each) => proposeOutput(each, task)));
  for (const output of outputs) expect(output).toMatch(/^batch-[0-9a-f]{8}\.text-classification\.jsonl$/);
  expect(new Set(outputs).size).toBe(4);
  expect(await proposeOutput(paths, task)).toBe(outputs[0]);
});

test.skipIf(process.getuid?.() === 0)('sources in a folder that cannot be written', async () => {
  const folder = folderWith('a/in.csv', 'b/in.csv');
  const sources = ['a', 'b'].map((name) => join(folder, name, 'in.csv'));
  sources.forEach((path) => chmodSync(dirname(path), 0o555));
  const outputs = await Promise.all(sources.map((path) => proposeOutput([path], task)));
  for (const output of outputs) expect(output).toMatch(/^in-[0-9a-f]{8}\.text-classification\.jsonl$/);
  expect(new Set(outputs).size).toBe(2);
});

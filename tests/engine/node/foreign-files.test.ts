import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { History } from '@tryout/engine';
import { fileHistory, fileTokenStore } from '@tryout/engine/node';
import { rejection } from '../../support/ask.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { imageRun } from '../../support/history-writer.ts';

let folder: string;
let notes: string[];
let history: History;

const inHistory = (...names: string[]) => join(folder, ...names);
const runFile = (id: string) => inHistory('runs', `${id}.run.json`);
const open = (limits = { runs: 100, bytes: 1e9 }) => fileHistory(folder, limits, (text) => notes.push(text));

async function addRuns(count: number, target = history): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const stored = await imageRun(`prompt ${n}`);
    await target.add(stored, 'a picture');
    ids.push(stored.run.id);
  }
  return ids;
}

/** The IDs that are listed, the oldest first, after checking that each can be read. */
async function readableIds(): Promise<string[]> {
  const ids = (await history.list()).map(({ id }) => id).reverse();
  for (const id of ids) expect((await history.get(id))?.media.size).toBe(2);
  return ids;
}

beforeEach(() => {
  folder = join(temporaryFolder(), 'history');
  notes = [];
  history = open();
});

describe('X15: files with other names stay', () => {
  const foreign = [
    'thesis.txt',
    'runs/notes.run.json',
    'media/holiday.jpg',
    'index.jsonl.bak',
    'media/a.12.tmp',
  ];

  beforeEach(() => {
    for (const name of ['notes', 'runs', 'media/album']) mkdirSync(inHistory(name), { recursive: true });
    for (const name of [...foreign, 'notes/a.txt', 'media/album/b.png'])
      writeFileSync(inHistory(name), 'mine');
  });

  test.each<[string, (ids: string[]) => Promise<unknown>]>([
    ['removing the last run', (ids) => history.remove([ids.at(-1)!])],
    ['removing all runs', () => history.clear()],
    ['a full history', () => addRuns(4, open({ runs: 2, bytes: 1e9 }))],
    ['recording', () => addRuns(1)],
    [
      'rebuilding the index',
      (ids) => {
        rmSync(inHistory('index.jsonl'));
        return history.remove(ids);
      },
    ],
  ])('after %s', async (_name, work) => {
    await work(await addRuns(3));
    const left = readdirSync(folder, { recursive: true }).map(String);
    expect(left).toEqual(expect.arrayContaining([...foreign, 'notes/a.txt', 'media/album/b.png']));
  });

  test('after removing all runs, nothing else is left', async () => {
    await addRuns(2);
    await history.clear();
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(left).toHaveLength(foreign.length + 2);
    expect(await history.list()).toEqual([]);
  });

  test('also folders and links with names of Tryout', async () => {
    const [first = ''] = await addRuns(2);
    const hash = 'a'.repeat(64);
    mkdirSync(inHistory('media', hash));
    writeFileSync(inHistory('media', hash, 'a.txt'), 'mine');
    symlinkSync(inHistory('thesis.txt'), inHistory('media', 'b'.repeat(64)));
    rmSync(runFile(first));
    symlinkSync(inHistory('thesis.txt'), runFile(first));
    await history.clear();
    expect(readFileSync(inHistory('thesis.txt'), 'utf8')).toBe('mine');
    for (const path of [
      inHistory('media', hash, 'a.txt'),
      inHistory('media', 'b'.repeat(64)),
      runFile(first),
    ])
      expect(existsSync(path)).toBe(true);
  });

  test.each([
    ['a file of another program', () => writeFileSync(inHistory('index.lock'), 'ref: refs/heads/main\n')],
    ['a folder', () => mkdirSync(inHistory('index.lock'))],
    ['a pipe', () => execFileSync('mkfifo', [inHistory('index.lock')])],
  ])('X15: a lock that is %s stays, and nothing waits for it', async (_name, create) => {
    create();
    const [id] = await addRuns(1);
    expect(await readableIds()).toEqual([id]);
    expect(existsSync(inHistory('index.lock'))).toBe(true);
  });
});

describe('X15: the token store', () => {
  test.each([
    ['a folder at the path', (path: string) => mkdirSync(path)],
    ['a folder at the path of the backup', (path: string) => mkdirSync(`${path}.backup`)],
    ['a link', (path: string) => symlinkSync(join(path, '..', 'elsewhere'), path)],
  ])('signing out leaves %s', async (_name, create) => {
    const home = temporaryFolder();
    const path = join(home, 'token-example.org.json');
    create(path);
    const before = readdirSync(home);
    await fileTokenStore(home, 'https://example.org').clear();
    expect(readdirSync(home)).toEqual(before);
  });

  test('signing in keeps what a folder at its path contains', async () => {
    const home = temporaryFolder();
    const path = join(home, 'token-example.org.json');
    for (const each of [path, `${path}.backup`]) {
      mkdirSync(each);
      writeFileSync(join(each, 'a.txt'), 'mine');
    }
    const { notice } = await fileTokenStore(home, 'https://example.org').write('hf_new');
    expect(notice).toContain('for this session only');
    for (const each of [path, `${path}.backup`]) expect(readdirSync(each)).toEqual(['a.txt']);
  });
});

describe('X21: a damaged index is reported once and rebuilt', () => {
  const index = () => inHistory('index.jsonl');
  const lines = () => readFileSync(index(), 'utf8').split('\n');

  test.each<[string, () => void]>([
    ['a line that is not JSON', () => writeFileSync(index(), lines().with(1, '?').join('\n'))],
    [
      'a line with a negative size',
      () => {
        const line = { ...(JSON.parse(lines()[1]!) as object), bytes: -1 };
        writeFileSync(index(), lines().with(1, JSON.stringify(line)).join('\n'));
      },
    ],
    [
      'a line with the name of another file',
      () => {
        const line = { ...(JSON.parse(lines()[1]!) as object), media: { '../../x': 1 } };
        writeFileSync(index(), lines().with(1, JSON.stringify(line)).join('\n'));
      },
    ],
    ['zeros', () => writeFileSync(index(), Buffer.alloc(1000))],
    ['300,000 line breaks', () => appendFileSync(index(), '\n'.repeat(3e5))],
  ])('%s', async (_name, damage) => {
    const ids = await addRuns(3);
    damage();
    await history.list();
    await history.list();
    expect(notes).toEqual([expect.stringContaining('The next run that is recorded rebuilds them.')]);
    history = open();
    ids.push(...(await addRuns(1)));
    expect(notes.slice(1)).toEqual([expect.stringContaining('They were rebuilt from the run files.')]);
    expect(await readableIds()).toEqual(ids);
    expect(statSync(index()).size).toBeLessThan(5000);
    history = open();
    await history.list();
    expect(notes).toHaveLength(2);
  });

  test.each<[string, () => void]>([
    ['a removed index', () => rmSync(index())],
    ['an empty index', () => truncateSync(index())],
    ['an index of many gigabytes', () => truncateSync(index(), 2 ** 35)],
  ])('%s loses no run', async (_name, damage) => {
    const ids = await addRuns(2);
    damage();
    ids.push(...(await addRuns(1)));
    expect(await readableIds()).toEqual(ids);
    expect(statSync(index()).size).toBeLessThan(5000);
  });
});

describe('X21: what is not a file is not read, and other runs stay', () => {
  const replacements: [string, (path: string) => void][] = [
    ['an endless device', (path) => symlinkSync('/dev/zero', path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
    ['a link to another file', (path) => symlinkSync('/etc/hostname', path)],
  ];

  test.each(replacements)('%s in place of a run', async (_name, replace) => {
    const [first = '', second = ''] = await addRuns(2);
    rmSync(runFile(first));
    replace(runFile(first));
    expect(await rejection(history.get(first))).toMatchObject({ name: 'HistoryError' });
    expect((await history.get(second))?.run.id).toBe(second);
    await addRuns(1);
    await history.remove([first]);
    expect(await readableIds()).toHaveLength(2);
  });

  test.each(replacements)('%s in place of an image', async (_name, replace) => {
    const [first = ''] = await addRuns(2);
    const [own = ''] = [...(await history.get(first))!.media.keys()];
    rmSync(inHistory('media', own));
    replace(inHistory('media', own));
    expect((await history.get(first))?.media.size).toBe(1);
  });
});

describe('X22: recording', () => {
  test('removes what killed processes left, and nothing of a living one', async () => {
    const ids = await addRuns(2);
    const hash = 'c'.repeat(64);
    // No process has this number.
    const dead = 2 ** 30;
    const left = [
      `runs/01AAAAAAAAAAAAAAAAAAAAAAAA.run.json`,
      `runs/01AAAAAAAAAAAAAAAAAAAAAAAA.run.json.${dead}.tmp`,
      `media/${hash}`,
      `media/${hash}.${dead}.tmp`,
      `index.jsonl.${dead}.tmp`,
      `index.lock.${dead}.tmp`,
    ];
    const living = [`media/${hash}.${process.ppid}.tmp`, `index.jsonl.${process.ppid}.tmp`];
    for (const name of [...left, ...living]) writeFileSync(inHistory(name), 'part');
    ids.push(...(await addRuns(1)));
    expect(left.filter((name) => existsSync(inHistory(name)))).toEqual([]);
    expect(living.filter((name) => existsSync(inHistory(name)))).toEqual(living);
    expect(await readableIds()).toEqual(ids);
  });

  test.each([
    ['its run file', { bytes: 2e9 }],
    ['one picture', { media: { ['d'.repeat(64)]: 2e9 } }],
    ['ten pictures', { media: Object.fromEntries([...'0123456789'].map((n) => [n.repeat(64), 3e8])) }],
  ])('deletes nothing because a line claims too much for %s', async (_name, claim) => {
    const ids = await addRuns(3);
    const lines = readFileSync(inHistory('index.jsonl'), 'utf8').split('\n');
    const line = { ...(JSON.parse(lines[1]!) as object), ...claim };
    writeFileSync(inHistory('index.jsonl'), lines.with(1, JSON.stringify(line)).join('\n'));
    ids.push(...(await addRuns(1)));
    expect((await history.list()).map(({ id }) => id).reverse()).toEqual(ids);
  });
});

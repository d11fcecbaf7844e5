import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getFiles, type History, type HistoryLimits, type StoredRun } from '@tryout/engine';
import { fileHistory } from '@tryout/engine/node';
import { rejection } from '../../support/ask.ts';
import { isolatedEnvironment, temporaryFolder, waitForExit } from '../../support/cli.ts';
import { imageRun } from '../../support/history-writer.ts';

let folder: string;
let history: History;

beforeEach(() => {
  folder = join(temporaryFolder(), 'history');
  history = fileHistory(folder);
});

const index = () => join(folder, 'index.jsonl');
const namesIn = (name: string) => readdirSync(join(folder, name)).sort();
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

async function addRuns(count: number, bytes?: number, target = history): Promise<StoredRun[]> {
  const added: StoredRun[] = [];
  for (let n = 0; n < count; n += 1) {
    added.push(await imageRun(`prompt ${n}`, bytes));
    await target.add(added[n]!, 'a picture');
  }
  return added;
}

const idsOf = (runs: readonly StoredRun[]) => runs.map(({ run }) => run.id);

const hash = (bytes: ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

/** The IDs of all runs, the newest first, after checking that each is complete. */
async function completeRuns(target = history): Promise<string[]> {
  const ids = (await target.list()).map(({ id }) => id);
  for (const id of ids) {
    const stored = await target.get(id);
    expect(stored?.run.id).toBe(id);
    for (const { sha256 } of getFiles(stored!.run))
      expect(hash(await stored!.media.get(sha256)!.arrayBuffer())).toBe(sha256);
  }
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

test('compare: runs that end together are recorded in a new folder', async () => {
  const runs = await Promise.all([1, 2, 3, 4].map((n) => imageRun(`prompt ${n}`)));
  for (let round = 0; round < 3; round += 1) {
    const histories = runs.map(() => fileHistory(join(folder, String(round), 'a', 'b', 'history')));
    await Promise.all(histories.map((each, index) => each.add(runs[index]!, 'a picture')));
    expect(await completeRuns(histories[0])).toHaveLength(4);
  }
});

test('a recorded run is read again with its files', async () => {
  expect(await history.list()).toEqual([]);
  const [first, second] = await addRuns(2);
  const other = fileHistory(folder);
  expect((await other.list()).map(({ id }) => id)).toEqual(idsOf([second!, first!]));
  expect((await other.list({ limit: 1 }))[0]).toEqual({
    id: second!.run.id,
    task: 'text-to-image',
    model: 'sandbox/painter',
    status: 'done',
    startedAt: second!.run.result!.startedAt,
    seconds: 1,
    input: 'prompt 1',
    output: 'a picture',
    thumbnail: getFiles(second!.run)[0]!.sha256,
  });
  expect((await other.list({ search: 'PROMPT 0' })).map(({ id }) => id)).toEqual([first!.run.id]);
  const stored = await other.get(first!.run.id);
  expect(stored?.run).toEqual(first!.run);
  const { sha256 } = getFiles(first!.run)[0]!;
  expect(await stored?.media.get(sha256)?.text()).toBe(await first!.media.get(sha256)!.text());
  expect(await (await other.media(sha256))?.text()).toBe(await first!.media.get(sha256)!.text());
  expect(await other.get('00000000000000000000000000')).toBeUndefined();
  expect(await other.get('../../../../../etc/passwd')).toBeUndefined();
});

describe('removing', () => {
  test('a run deletes its files, but not those that other runs use', async () => {
    const [first, second] = await addRuns(2);
    await history.remove([first!.run.id]);
    expect(await completeRuns()).toEqual([second!.run.id]);
    expect(await history.get(first!.run.id)).toBeUndefined();
    expect(namesIn('media')).toEqual([...second!.media.keys()].sort());
  });

  test('all runs leaves no file', async () => {
    await addRuns(2);
    writeFileSync(join(folder, 'index.jsonl.123.tmp'), 'partial');
    await history.clear();
    expect(readdirSync(folder)).toEqual([]);
    expect(await history.list()).toEqual([]);
  });
});

describe('limits', () => {
  const limited = (limits: Partial<HistoryLimits>) =>
    fileHistory(folder, { runs: 1000, bytes: 1e9, ...limits });

  test('the oldest runs are deleted when there are too many', async () => {
    const target = limited({ runs: 10 });
    const added = await addRuns(11, 1000, target);
    expect(await completeRuns(target)).toEqual(idsOf(added).slice(2).reverse());
    expect(namesIn('runs')).toHaveLength(9);
    // The shared image is kept.
    expect(namesIn('media')).toHaveLength(10);
    expect(await addRuns(1, 1000, target)).toHaveLength(1);
    expect(await target.list()).toHaveLength(10);
  });

  test('the oldest runs are deleted when they are too large', async () => {
    const target = limited({ bytes: 100_000 });
    const added = await addRuns(10, 10_000, target);
    const kept = await completeRuns(target);
    expect(kept.length).toBeGreaterThan(6);
    expect(kept).toEqual(idsOf(added).slice(-kept.length).reverse());
    const sizes = namesIn('media').map((name) => statSync(join(folder, 'media', name)).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(100_000);
  });

  test('a run that is larger than the history is refused', async () => {
    const target = limited({ bytes: 5000 });
    const [kept] = await addRuns(1, 1000, target);
    const error = await rejection(addRuns(1, 6000, target));
    expect(error).toMatchObject({ name: 'HistoryError', hint: 'The history holds at most 5.0 kB.' });
    expect(await completeRuns(target)).toEqual(idsOf([kept!]));
    expect(namesIn('media')).toHaveLength(2);
  });

  test('files left by killed processes are deleted with the next removal', async () => {
    const [, second] = await addRuns(2);
    // Without its line, the run is a leftover of a process that was killed before writing it.
    writeFileSync(index(), readFileSync(index(), 'utf8').split('\n').slice(1).join('\n'));
    writeFileSync(join(folder, 'media', `${'a'.repeat(64)}.1073741824.tmp`), 'partial');
    await history.remove([]);
    expect(namesIn('runs')).toEqual([`${second!.run.id}.run.json`]);
    expect(namesIn('media')).toEqual([...second!.media.keys()].sort());
    expect(await completeRuns()).toEqual([second!.run.id]);
  });
});

describe('a damaged index', () => {
  test('a torn last line loses only that line', async () => {
    const [first] = await addRuns(1);
    appendFileSync(index(), '{"id":"00000000000000000000000000","task":"text-');
    expect(await completeRuns()).toEqual([first!.run.id]);
    const [next] = await addRuns(1);
    expect(await completeRuns()).toEqual(idsOf([next!, first!]));
  });

  test('unreadable lines are skipped', async () => {
    const [first] = await addRuns(1);
    const line = readFileSync(index(), 'utf8');
    const edited = [
      { task: 'no-task' },
      { status: 'almost' },
      { startedAt: 'yesterday' },
      { model: 1 },
      { bytes: undefined },
    ];
    for (const change of edited)
      appendFileSync(index(), `${JSON.stringify({ ...JSON.parse(line), ...change })}\n`);
    for (const other of ['nonsense', '{}', 'null', '[1]']) appendFileSync(index(), `${other}\n`);
    const [next] = await addRuns(1);
    expect(await completeRuns()).toEqual(idsOf([next!, first!]));
  });

  test('a symbolic link is not followed', async () => {
    const elsewhere = join(dirname(folder), 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    mkdirSync(folder);
    symlinkSync(elsewhere, index());
    expect(await rejection(addRuns(1))).toMatchObject({
      name: 'HistoryError',
      message: expect.stringContaining('symbolic link') as string,
    });
    expect(await rejection(history.list())).toMatchObject({ name: 'HistoryError' });
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    expect(namesIn('runs')).toEqual([]);
  });

  test('a damaged run file is reported', async () => {
    const [first] = await addRuns(1);
    const { id } = first!.run;
    writeFileSync(join(folder, 'runs', `${id}.run.json`), '{');
    expect(await rejection(history.get(id))).toMatchObject({
      name: 'HistoryError',
      message: `Run ${id} in the history is damaged`,
      hint: `Remove it with tryout history rm ${id}.`,
    });
  });
});

describe.skipIf(process.platform === 'win32')('only the owner can read the files', () => {
  test('with any umask', async () => {
    const umask = process.umask(0);
    try {
      await addRuns(1);
    } finally {
      process.umask(umask);
    }
    for (const path of ['', 'runs', 'media']) expect(modeOf(join(folder, path))).toBe('700');
    const files = ['runs', 'media'].flatMap((name) => namesIn(name).map((file) => join(folder, name, file)));
    for (const path of [index(), ...files]) expect(modeOf(path)).toBe('600');
  });

  test('an existing index is made private', async () => {
    await addRuns(1);
    chmodSync(index(), 0o644);
    await addRuns(1);
    expect(modeOf(index())).toBe('600');
  });

  test.each([
    ['a shared folder', 0o1777],
    ['a folder of a group', 0o770],
    ['a folder that everyone reads', 0o755],
  ])('X15: %s keeps its mode, directly and through a link', async (_name, mode) => {
    mkdirSync(folder);
    chmodSync(folder, mode);
    await addRuns(1);
    const link = join(dirname(folder), 'link');
    symlinkSync(folder, link);
    await addRuns(1, 1000, fileHistory(link));
    await history.clear();
    expect((statSync(folder).mode & 0o7777).toString(8)).toBe(mode.toString(8));
  });
});

test('a folder that cannot be written is reported', async () => {
  // A file at the folder's path, so that not even root can create the folder.
  writeFileSync(folder, '');
  expect(await rejection(addRuns(1))).toMatchObject({
    name: 'HistoryError',
    message: `Could not write to the history in ${folder} (EEXIST)`,
    hint: 'Make sure its files are readable and writable, or turn the history off with tryout config set history off.',
  });
});

describe.skipIf(process.platform === 'win32')('other processes', () => {
  let program: string;

  beforeAll(async () => {
    const outDir = temporaryFolder();
    program = join(outDir, 'history-writer.mjs');
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: fileURLToPath(new URL('../../support/history-writer.ts', import.meta.url)),
        outDir,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
      },
    });
  });

  /** @param limit of each file, in blocks of 512 bytes, to simulate a full disk */
  const start = (words: readonly (string | number)[], limit: number | 'unlimited' = 'unlimited') =>
    spawn(
      'sh',
      [
        '-c',
        `trap "" XFSZ; ulimit -f ${limit}; exec "$0" "$@"`,
        process.execPath,
        program,
        ...words.map(String),
      ],
      { env: isolatedEnvironment(folder) },
    );

  /** Kills writers a random time after they recorded their first run. @returns the IDs of all recorded runs */
  async function kill(target: string, times: number, maxRuns: number): Promise<string[]> {
    const recorded: string[] = [];
    for (let n = 0; n < times; n += 1) {
      const writer = start([target, 1_000_000, maxRuns]);
      const delay = Math.random() * 30;
      writer.stdout.once('data', () => setTimeout(() => writer.kill('SIGKILL'), delay));
      const { signal, stdout } = await waitForExit(writer);
      expect(signal).toBe('SIGKILL');
      recorded.push(...stdout.split('\n').filter((line) => line.length === 26));
    }
    return recorded;
  }

  test('a kill loses no recorded run and leaves no incomplete one', { tags: ['nightly'] }, async () => {
    const recorded = (await Promise.all([1, 2, 3, 4].map(() => kill(folder, 5, 1e6)))).flat();
    expect(recorded.length).toBeGreaterThanOrEqual(20);
    const ids = await completeRuns();
    expect(recorded.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test(
    'a kill while the oldest runs are deleted leaves no incomplete run',
    { tags: ['nightly'] },
    async () => {
      await Promise.all([1, 2].map(() => kill(folder, 10, 10)));
      const ids = await completeRuns();
      expect(ids.length).toBeGreaterThan(0);
      expect(ids.length).toBeLessThanOrEqual(11);
      const [next] = await addRuns(1);
      expect(await completeRuns()).toContain(next!.run.id);
    },
  );

  test('all runs of five concurrent processes are recorded', async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => waitForExit(start([folder, 3]))));
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(Array(5).fill([0, '']));
    const recorded = results.flatMap(({ stdout }) => stdout.trim().split('\n'));
    expect((await completeRuns()).sort()).toEqual(recorded.sort());
    expect(recorded).toHaveLength(15);
    expect(readdirSync(folder).sort()).toEqual(['index.jsonl', 'media', 'runs']);
  });

  test.each([
    ['a picture does not fit', 100_000, 1, 32],
    ['the line does not fit', 10, 15, 8],
  ])('a full disk keeps earlier runs: %s', async (_name, bytes, before, blocks) => {
    const added = await addRuns(before, 10);
    const names = [namesIn('runs'), namesIn('media')];
    const { code, stdout, stderr } = await waitForExit(start([folder, 1, 1000, bytes], blocks));
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`Could not write to the history in ${folder} (EFBIG)`);
    expect([namesIn('runs'), namesIn('media')]).toEqual(names);
    expect(readFileSync(index(), 'utf8').endsWith('\n')).toBe(true);
    expect(await completeRuns()).toEqual(idsOf(added).reverse());
    expect(readdirSync(folder).sort()).toEqual(['index.jsonl', 'media', 'runs']);
  });
});

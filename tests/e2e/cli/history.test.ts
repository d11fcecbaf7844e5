import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  hashBlob,
  readRunFile,
  readRunLink,
  type History,
  type RunFile,
  type StoredRun,
} from '@tryout/engine';
import { fileHistory } from '@tryout/engine/node';
import { cli, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';

const START = Date.UTC(2026, 0, 1);

let folder: string;
let history: History;
let environment: Record<string, string>;

beforeEach(() => {
  folder = temporaryFolder();
  environment = { TRYOUT_DATA_DIR: join(folder, 'data') };
  history = fileHistory(join(folder, 'data', 'history'));
});

const run = (...words: string[]) => cliInProcess(['history', ...words], { folder, environment });
const jsonOf = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout) as unknown;

/** Records a summarization. @returns its ID */
async function record(text: string, summary: string, more: Partial<RunFile> = {}): Promise<string> {
  const startedAt = new Date(START).toISOString();
  const stored: StoredRun = {
    run: {
      tryout: 1,
      id: ulid(),
      task: 'summarization',
      model: 'facebook/bart-large-cnn',
      inputs: { text },
      result: { status: 'done', value: [{ summary_text: summary }], seconds: 1.5, startedAt },
      ...more,
    },
    media: new Map(),
  };
  await history.add(stored, summary);
  return stored.run.id;
}

/** Records a caption of an image. */
async function recordImage(): Promise<{ readonly id: string; readonly sha256: string }> {
  const blob = new Blob(['a picture'], { type: 'image/png' });
  const sha256 = await hashBlob(blob);
  const stored: StoredRun = {
    run: {
      tryout: 1,
      id: ulid(),
      task: 'image-to-text',
      model: 'example/captions',
      inputs: { image: { file: 'a.png', type: 'image/png', bytes: blob.size, sha256 } },
    },
    media: new Map([[sha256, blob]]),
  };
  await history.add(stored, 'a cat');
  return { id: stored.run.id, sha256 };
}

describe('listing', () => {
  test('shows the newest runs first, in tab-separated columns', async () => {
    const first = await record('An old report', 'Old');
    const second = await record('A new report', 'New', {
      endpointUrl: 'https://example.org/',
      model: undefined,
    });
    const time = '2026-01-01T00:00:00.000Z';
    const rows = [
      [second, time, 'summarization', 'https://example.org/', 'A new report', 'New', 'done', ''],
      [first, time, 'summarization', 'facebook/bart-large-cnn', 'An old report', 'Old', 'done', ''],
    ];
    const expected = { code: 0, stdout: rows.map((row) => `${row.join('\t')}\n`).join(''), stderr: '' };
    expect(await run()).toMatchObject(expected);
    expect(await run('list')).toMatchObject(expected);
  });

  test('filters by words, task and model, and limits the number', async () => {
    const first = await record('An invoice from May', 'Pay');
    const second = await record('A letter', 'Hello', { model: 'example/other' });
    const { id: third } = await recordImage();
    const listed = async (...words: string[]) => ((await jsonOf(...words)) as RunFile[]).map(({ id }) => id);
    expect(await listed('--search', 'INVOICE pay')).toEqual([first]);
    expect(await listed('--task', 'captioning')).toEqual([third]);
    expect(await listed('--model', 'example/other')).toEqual([second]);
    // The list shows models without their common owner.
    expect(await listed('--model', 'other')).toEqual([second]);
    expect(await listed('--model', 'example')).toEqual([]);
    expect(await listed('-n', '2')).toEqual([third, second]);
    expect(await run('--search', 'nowhere')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No matching runs.\n',
    });
    expect(await run('--task', 'sumarization')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('summarization') as string,
    });
  });

  test('T3: prints all runs in a pipe, and 20 in a terminal', async () => {
    for (let n = 0; n < 21; n += 1) await record(`Report ${n}`, 'Short');
    const { stdout, stderr } = await run();
    expect([stdout.trim().split('\n').length, stderr]).toEqual([21, '']);
    expect(await jsonOf()).toHaveLength(21);
    expect((await run('-n', '3')).stdout.trim().split('\n')).toHaveLength(3);
    for (const count of [21, 20, 19]) {
      const session = await inTerminal(['history'], { folder, environment, rows: 40 }).endedWith(0);
      expect(session.screen().match(/Report \d+/g)).toHaveLength(Math.min(20, count));
      expect(session.screen().includes('Showing the latest 20 runs; use -n for more.')).toBe(count > 20);
      await run('rm', 'last');
    }
  });

  test('W29: lists a conversation once in a terminal, with its first message, and removes it as one', async () => {
    const chat = { id: 'a', system: '', exchanges: [] };
    for (const [index, message] of ['Hello', 'And now?', 'Thanks'].entries())
      await record(message, `Answer ${index}`, { task: 'text-generation', chat });
    await record('Another', 'Short');
    const session = inTerminal(['history'], { folder, environment, columns: 120, rows: 40 });
    expect(await session.ended).toBe(0);
    expect(session.screen()).toMatch(/Hello +3 answers: Answer 2/);
    expect(session.screen()).not.toMatch(/And now|Thanks/);
    expect(await jsonOf()).toHaveLength(4);
    const [, conversation] = await history.list();
    expect((await run('rm', conversation!.id)).stderr).toBe('Removed 3 runs.\n');
    expect(await history.list()).toHaveLength(1);
  });

  test('T3: prints all that is known of a run as JSON, except for the value and files of its result', async () => {
    const known = { seconds: 1.5, startedAt: new Date(START).toISOString() };
    const done = { ...known, provider: 'groq', cost: 0.01, usage: { input: 3, output: 4 }, requestId: 'r1' };
    const error = { name: 'InferenceError', message: 'Overloaded', status: 503 };
    const results: Partial<RunFile>[] = [
      { hub: 'sandbox', result: { ...done, status: 'done', value: [{ summary_text: 'Short' }] } },
      { hub: 'https://hub.example', result: { ...known, status: 'failed', error } },
      { result: { ...known, status: 'cancelled', partial: 'Half' } },
    ];
    for (const more of results) await record('A report', 'Short', more);
    const { id, sha256 } = await recordImage();
    const setup = {
      tryout: 1,
      task: 'summarization',
      model: 'facebook/bart-large-cnn',
      inputs: { text: 'A report' },
    };
    expect(await jsonOf()).toMatchObject([
      { id, inputs: { image: { sha256 } } },
      { ...setup, ...results[2] },
      { ...setup, ...results[1] },
      { ...setup, hub: 'sandbox', result: { ...done, status: 'done' } },
    ]);
    expect((await run('--json')).stdout).not.toContain('summary_text');
  });

  test('T3: is a table in a terminal: marks, short IDs, aliases of tasks, and what differs between runs', async () => {
    const done = await record('A long report '.repeat(20), 'Short', { hub: 'sandbox' });
    const startedAt = new Date().toISOString();
    const hub = 'https://hub.example';
    await record('Another\u001b[31m one', 'The model is overloaded', {
      result: { status: 'failed', seconds: 1, startedAt },
      hub,
    });
    await record('The last one', 'Half', { result: { status: 'cancelled', seconds: 1, startedAt }, hub });
    const session = await inTerminal(['history'], { folder, environment, columns: 80 }).endedWith(0);
    const [titles, canceled, failed, ok, note] = session.screen().split('\n');
    expect(titles).toMatch(/^ {2}ID +WHEN +HUB +INPUT +RESULT$/);
    expect(canceled).toMatch(/^– \w{8,26} +just now +hub\.example +The last one +Half$/);
    expect(failed).toMatch(/^✗ \w{8,26} +just now +hub\.example +Another.* one +The model is? ?.*…$/);
    expect(ok).toMatch(/^✓ \w{8,26} +2026-01-01 +the sandbox +A long report .*… +Short$/);
    expect(note).toBe('All runs above: summarize · facebook/bart-large-cnn');
    expect(session.written()).not.toContain('\u001b[31m one');
    const [id = ''] = /\w{8,26}/.exec(ok!) ?? [];
    expect(done.startsWith(id)).toBe(true);
    expect(await jsonOf('show', id)).toMatchObject({ id: done });
  });

  test('T3: lists a single run with all columns, and several models without their common owner', async () => {
    await record('A report', 'Short');
    const draw = async (more: Record<string, string> = {}) => {
      const session = await inTerminal(['history'], {
        folder,
        environment: { ...environment, ...more },
        columns: 80,
      }).endedWith(0);
      return session.screen();
    };
    expect(await draw()).toMatch(
      /^ {2}ID .*\n✓ .*2026-01-01 +summarize +facebook\/bart-\S+ +A report +Short$/m,
    );
    await record('A letter', 'Hello', { model: 'facebook/other', task: 'translation' });
    const words = await draw({ INK_SCREEN_READER: 'true' });
    expect(words).toMatch(/^done {5}\w{8,} +translate +other +A letter +Hello$/m);
    expect(words).toMatch(/^All runs above: 2026-01-01 · facebook\/…$/m);
    expect(await draw({ LANG: 'C', LC_ALL: 'C' })).toMatch(/^done {5}\w{8,} +summarize +bart-large-cnn /m);
  });

  test('says that the history is empty', async () => {
    expect(await run()).toMatchObject({ code: 0, stdout: '', stderr: 'The history is empty.\n' });
    expect(await jsonOf()).toEqual([]);
    expect(await run('show', 'last')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The history is empty') as string,
    });
  });
});

describe('showing a run', () => {
  test('prints its setup, inputs and result', async () => {
    await record('An old report', 'Old');
    const id = await record('A new report', 'New', { parameters: { max_length: 20 }, billTo: 'example' });
    const { code, stdout } = await run('show', 'last');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      `run\t${id}`,
      'task\tSummarization',
      'model\tfacebook/bart-large-cnn',
      'billed to\texample',
      'started\t2026-01-01T00:00:00.000Z',
      'status\tdone',
      'took\t1.5 s',
      'parameter\tmax_length=20',
      'input\tA new report',
      '',
      'New',
      '',
    ]);
  });

  test('takes the beginning of an ID in any case, if it is unique', async () => {
    const [first] = [await record('First', 'One'), await record('Second', 'Two')];
    expect(await jsonOf('show', first.toLowerCase())).toMatchObject({ inputs: { text: 'First' } });
    expect(await run('show', '0')).toMatchObject({
      code: 2,
      stderr: "error: 2 runs in the history start with '0'\nhint: Type more characters of the ID.\n",
    });
    expect(await run('show', 'zz')).toMatchObject({
      code: 2,
      stderr: "error: No run in the history starts with 'zz'\nhint: List the runs with tryout history.\n",
    });
  });

  test('prints the run file as JSON', async () => {
    const id = await record('A report', 'Short');
    expect(await jsonOf('show', id)).toMatchObject({ id, result: { value: [{ summary_text: 'Short' }] } });
  });
});

test('records runs until the history is turned off', async () => {
  const start = (...words: string[]) => cliInProcess([...words], { folder, environment });
  const classify = ['run', 'text-classification', 'What a day', '--sandbox'];
  expect((await start(...classify)).code).toBe(0);
  expect(await history.list()).toHaveLength(1);
  expect((await start('config', 'set', 'history', 'off')).code).toBe(0);
  expect((await start(...classify)).code).toBe(0);
  expect((await run()).stdout).toMatch(/^[^\n]*What a day[^\n]*\n$/);
});

describe('removing runs', () => {
  test('removes nothing if one ID is wrong', async () => {
    const id = await record('1', '1');
    expect((await run('rm', id, 'zz')).code).toBe(2);
    expect(await history.list()).toHaveLength(1);
  });

  test('asks before it removes all runs', async () => {
    await record('1', '1');
    expect(await run('rm', '--all')).toMatchObject({
      code: 2,
      stderr: 'error: Removing all runs requires confirmation\nhint: Add --yes to skip the confirmation.\n',
    });
    for (const [answer, left] of [
      ['n', 1],
      ['y', 0],
    ] as const) {
      const session = inTerminal(['history', 'rm', '--all'], { folder, environment });
      await session.until(/Remove 1 run from this computer, with all files\?/);
      session.type(`${answer}\r`);
      expect(await session.ended).toBe(0);
      expect(await history.list()).toHaveLength(left);
    }
    await record('2', '2');
    expect(await run('rm', '--all', '--yes')).toMatchObject({ code: 0, stderr: 'Removed 1 run.\n' });
    expect(await history.list()).toEqual([]);
  });
});

describe('exporting a run', () => {
  test('writes a run file with its files inside', async () => {
    const { id, sha256 } = await recordImage();
    const { stdout } = await run('export', 'last');
    const { run: exported, media } = await readRunFile(stdout, 'stdout');
    expect(exported.id).toBe(id);
    expect(await media.get(sha256)?.text()).toBe('a picture');
    expect(await run('export', id, '-o', 'a.run.json')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Saved the run to a.run.json.\n',
    });
    const saved = readFileSync(join(folder, 'a.run.json'), 'utf8');
    expect((await readRunFile(saved, 'a.run.json')).media.size).toBe(1);
  });

  test('does not replace a file without --force', async () => {
    const id = await record('A report', 'Short');
    const path = join(folder, 'a.run.json');
    writeFileSync(path, 'mine');
    expect((await run('export', id, '-o', 'a.run.json')).code).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect((await run('export', id, '-o', 'a.run.json', '--force')).code).toBe(0);
    expect(statSync(path).size).toBeGreaterThan(100);
  });

  test('prints a link without the result', async () => {
    const id = await record('A report', 'Short');
    const { stdout } = await run('export', id, '--link');
    expect(stdout).toMatch(
      /^http:\/\/127\.0\.0\.1:4680\/#\/summarization\/facebook\/bart-large-cnn\?run=[\w-]+\n$/,
    );
    expect((await readRunLink(stdout)).run).toMatchObject({ id, inputs: { text: 'A report' } });
    const other = await run('export', id, '--link', 'https://example.org/app/');
    expect(other.stdout).toMatch(/^https:\/\/example\.org\/app\/#\/summarization\//);
    expect((await run('export', id, '--link', 'nowhere')).code).toBe(2);
    const inSandbox = await record('A report', 'Short', { model: 'sandbox/first-sentences' });
    expect((await run('export', inSandbox, '--link')).stdout).toMatch(/^http:\/\/127\.0\.0\.1:4681\//);
  });
});

test.each([
  [['nope'], "Unexpected argument 'nope'\nhint: The actions are list, show, votes, rm, export."],
  [['show'], 'Missing argument <id>'],
  [['rm'], 'tryout history rm takes IDs or --all'],
  [['list', 'last'], "Unexpected argument 'last'"],
  [['show', 'last', 'last'], 'Too many arguments'],
  [['rm', 'last', '--all'], 'tryout history rm takes IDs or --all'],
  [['rm', '--all', '--search', 'x'], "Unknown option '--search'"],
  [['export', 'last', '--link', '-o', 'x'], '--link cannot be used with --output'],
  [['-n', '0'], "Invalid --limit '0'"],
])('rejects %j before anything is removed', async (words, message) => {
  await record('A report', 'Short');
  const { code, stderr } = await run(...words);
  expect(code).toBe(2);
  expect(stderr).toContain(`error: ${message}`);
  expect(await history.list()).toHaveLength(1);
});

test('completes actions and IDs', async () => {
  const id = await record('A report', 'Short');
  const completed = async (...words: string[]) =>
    (await cliInProcess(['complete', '--', 'history', ...words], { folder, environment })).stdout;
  expect(await completed('')).toMatch(/^list\t.+\nshow\t.+\nvotes\t.+\nrm\t.+\nexport\t.+\n$/);
  expect(await completed('show', '')).toBe(
    `last\tthe latest run in the history\n${id}\t2026-01-01, summarization: A report\n`,
  );
});

test.each([-62e12, 0])('X45: a run is recorded when the clock says %i', async (time) => {
  const clock = join(folder, 'clock.cjs');
  writeFileSync(
    clock,
    `const start = Date.now();
    const now = () => Date.prototype.valueOf.call(new Real()) - start + ${time};
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...all) { all.length > 0 ? super(...all) : super(now()); }
      static now() { return now(); }
    };`,
  );
  const words = ['run', 'summarization', 'One. Two. Three.', '--sandbox'];
  const options = { folder, environment: { ...environment, NODE_OPTIONS: `--require "${clock}"` } };
  expect(await cli(words, options)).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('error') as string,
  });
  const [entry] = await history.list();
  expect((await history.get(entry!.id))?.run.result).toMatchObject({ status: 'done' });
});

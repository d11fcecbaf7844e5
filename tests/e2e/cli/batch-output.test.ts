import { lutimesSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBatchLine, type BatchLine } from '@tryout/engine';
import { fileHistory } from '@tryout/engine/node';
import { describe, expect, test } from 'vitest';
import { at, startCli, temporaryFolder, waitForExit } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { blackPng } from '../../support/black-png.ts';
import { fakeHub, hubModel, type FakeHub, type Reply } from '../../support/fake-hub.ts';
import { answerJson, sendJson } from '../../support/loopback.ts';
import { completion, pricedHub } from '../../support/priced-hub.ts';
import { dataFolderOf } from '../../support/process.ts';

const environment = { HF_TOKEN: 'hf_sandbox' };
const TASK = 'text-classification';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const table = (texts: readonly string[]) => `text\n${texts.join('\n')}\n`;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `row ${index + 1}`);
const wordsOf = (hub: FakeHub, ...words: string[]) => [
  ...['batch', TASK, 'in.csv', '-m', 'org/model', '-o', 'out.jsonl', ...words],
  ...at(hub),
];
const batch = (hub: FakeHub, folder: string, ...words: string[]) =>
  cli(wordsOf(hub, ...words), { folder, environment });
const outputIn = (folder: string) => readFileSync(join(folder, 'out.jsonl'), 'utf8');

describe.skipIf(process.platform === 'win32')('X34: an output belongs to one process', () => {
  test('a stopped one keeps it, however long, and no row is paid twice', async () => {
    const hub = await fakeHub();
    const folder = folderWith({ 'in.csv': table(numbered(300)) });
    const child = startCli(wordsOf(hub), { folder, environment });
    const ended = waitForExit(child);
    await hub.arrival('/hf-inference/');
    child.kill('SIGSTOP');
    lutimesSync(join(folder, 'out.jsonl.lock'), 0, 0);
    expect(await batch(hub, folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`out.jsonl: Process ${child.pid} of `) as string,
    });
    child.kill('SIGCONT');
    expect((await ended).code).toBe(0);
    expect(hub.runs()).toHaveLength(300);
    expect(readdirSync(folder).filter((name) => name.includes('lock'))).toEqual([]);
  });

  test('one of another machine keeps it, and the error says how to remove it', async () => {
    const hub = await fakeHub();
    const folder = folderWith({ 'in.csv': table(['a']) });
    const owner = { host: 'other-host', place: '0'.repeat(16), processId: 2 ** 30, started: '' };
    symlinkSync(JSON.stringify(owner), join(folder, 'out.jsonl.lock'));
    const { code, stderr } = await batch(hub, folder);
    expect(code).toBe(2);
    expect(stderr).toContain('Process 1073741824 of other-host holds');
    expect(stderr).toMatch(/If it no longer runs, remove \S*out\.jsonl\.lock\./);
    rmSync(join(folder, 'out.jsonl.lock'));
    expect((await batch(hub, folder)).code).toBe(0);
  });
});

describe('X35: what is written can be read', () => {
  /** Of a row with as many strings as a source may have. */
  const manyStrings = `{"input":"a","tags":[${Array(888_880).fill('"x"').join()}]}\n`;
  const row = '{"input":"a","tags":["x"]}\n';
  const answer = (usage: object, headers = {}): Reply =>
    answerJson({ ...completion('ok'), usage }, 200, headers);
  const tokens = { prompt_tokens: 5, completion_tokens: 10 };

  test.each<[string, Reply, string]>([
    ['a negative cost', answer({ ...tokens, estimated_cost: -0.5 }), row],
    ['negative tokens', answer({ prompt_tokens: -5, completion_tokens: -1 }), row],
    ['a cost that is a text', answer({ ...tokens, estimated_cost: '-1e-9' }), row],
    ['a long provider', answer(tokens, { 'x-inference-provider': 'p'.repeat(5000) }), row],
    ['an empty provider', answer(tokens, { 'x-inference-provider': ' ' }), row],
    ['a row of very many strings', answer(tokens), manyStrings],
  ])('%s', async (_name, reply, source) => {
    const hub = await fakeHub(pricedHub(reply));
    const folder = folderWith({ 'in.jsonl': source });
    const words = ['-m', 'org/chat', '-p', 'max_tokens=20', ...at(hub)];
    const run = () =>
      cli(['batch', 'text-generation', 'in.jsonl', '--column', 'text=input', '-o', 'out.jsonl', ...words], {
        folder,
        environment,
      });
    const first = await run();
    const isShort = first.stderr.includes('1 too large to be stored with input and columns');
    expect({ code: first.code, isShort }).toEqual({ code: 0, isShort: source === manyStrings });
    const line = parseBatchLine(outputIn(folder));
    expect([line?.model, line?.error]).toEqual(['org/chat', undefined]);
    expect(await run()).toMatchObject({ code: 0, stderr: expect.stringContaining('1 already') as string });
    expect(hub.runs()).toHaveLength(1);

    expect(
      (await cli(['run', 'text-generation', 'a', '--no-stream', ...words], { folder, environment })).code,
    ).toBe(0);
    const history = fileHistory(join(dataFolderOf(folder), 'history'));
    const [entry] = await history.list();
    expect((await history.get(entry!.id))?.run.result).toMatchObject({ status: 'done' });
  });

  const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);

  test.each([97, 98, 99])('an answer with %i levels', async (depth) => {
    const hub = await fakeHub(pricedHub(answerJson({ ...completion('ok'), more: deep(depth) })));
    const folder = folderWith({ 'in.csv': table(['a']) });
    const words = ['-m', 'org/chat', '-p', 'max_tokens=20', ...at(hub)];
    const all = ['batch', 'text-generation', 'in.csv', '-o', 'out.jsonl', ...words];
    await cli(all, { folder, environment });
    expect(parseBatchLine(outputIn(folder))).toMatchObject({ model: 'org/chat', input: { text: 'a' } });
    const { stderr } = await cli(['run', 'text-generation', 'a', '--no-stream', ...words], {
      folder,
      environment,
    });
    expect(stderr).not.toMatch(/error|record/);
    const history = fileHistory(join(dataFolderOf(folder), 'history'));
    const [entry] = await history.list();
    expect((await history.get(entry!.id))?.run.inputs).toEqual({ text: 'a' });
  });

  test.each<[string, (lines: string[]) => string[], rows: number]>([
    ['is cut off', (lines) => lines.with(1, lines[1]!.slice(0, 50)), 1],
    ['was changed', (lines) => lines.with(1, lines[1]!.replace(/"seconds":[^,]+/, '"seconds":"long"')), 1],
    ['is empty', (lines) => lines.toSpliced(1, 0, ''), 0],
    ['is another value', (lines) => ['null', ...lines.with(2, '{"a":1}')], 1],
    ['is joined with the next', (lines) => [lines[0]! + lines[1]!, ...lines.slice(2)], 2],
  ])('a line in the middle that %s is asked again, and stays', async (_name, change, again) => {
    let isBroken = true;
    const hub = await fakeHub({
      inference: ({ body }, response) =>
        isBroken && body.toString().includes('row 4')
          ? sendJson(response, { error: 'broken' }, 422)
          : sendJson(response, [{ label: 'A', score: 1 }]),
    });
    const folder = folderWith({ 'in.csv': table(numbered(4)) });
    await batch(hub, folder, '--concurrency', '1');
    const lines = change(outputIn(folder).split('\n'));
    writeFileSync(join(folder, 'out.jsonl'), lines.join('\n'));
    const { code, stderr } = await batch(hub, folder);
    expect({ code, hasNote: /unreadable lines? skipped\. Their rows run again/.test(stderr) }).toEqual({
      code: 1,
      hasNote: again > 0,
    });
    expect(hub.runs()).toHaveLength(4 + again);
    isBroken = false;
    expect((await batch(hub, folder, '--retry-errors')).code).toBe(0);
    const left = outputIn(folder).split('\n');
    // Only the error of the row that ran again is gone.
    expect(lines.filter((line) => !left.includes(line) && !line.includes('"error"'))).toEqual([]);
    const rows = left.map(parseBatchLine).filter((line): line is BatchLine => line !== undefined);
    expect(rows.map(({ row: number }) => number).sort()).toEqual([1, 2, 3, 4]);
  });

  test('an answer stays, whatever errors for the same row come before and after it', async () => {
    const hub = await fakeHub();
    const folder = folderWith({ 'in.csv': table(numbered(4)) });
    await batch(hub, folder, '--concurrency', '1');
    const answers = outputIn(folder).trimEnd().split('\n');
    const errors = answers.map((line) =>
      JSON.stringify({ ...(JSON.parse(line) as object), value: undefined, error: { message: 'broken' } }),
    );
    const [one, two, three] = errors;
    const joined = [answers[0], one, two, answers[1], two, three, three, answers[3]];
    writeFileSync(join(folder, 'out.jsonl'), `${joined.join('\n')}\n`);
    expect((await batch(hub, folder, '--retry-errors')).code).toBe(0);
    expect(hub.runs()).toHaveLength(5);
    const left = outputIn(folder).trimEnd().split('\n');
    expect(left.slice(0, 3)).toEqual([answers[0], answers[1], answers[3]]);
    expect(left.slice(3).map((line) => parseBatchLine(line)?.row)).toEqual([3]);
  });

  test.skipIf(process.platform === 'win32').each(['a file', 'a link to nothing'])(
    'a folder of pictures that is %s is an error with the name',
    async (kind) => {
      const hub = await fakeHub({
        models: [hubModel('org/model', { task: 'text-to-image' })],
        inference: (_received, response) =>
          response.setHeader('Content-Type', 'image/png').end(blackPng(2, 2)),
      });
      const folder = folderWith({ 'in.csv': table(['a']) });
      if (kind === 'a file') writeFileSync(join(folder, 'out.files'), '');
      else symlinkSync('nothing', join(folder, 'out.files'));
      const words = ['batch', 'text-to-image', 'in.csv', '-m', 'org/model', '-o', 'out.jsonl', ...at(hub)];
      const { code, stderr } = await cli(words, { folder, environment });
      expect(code).toBe(1);
      expect(stderr).toMatch(/Could not write \S*out\.files\S*\.png \(E/);
    },
  );
});

test.each([
  ['a column that the prompt names wrongly', ['--prompt', 'Rate {{other}}']],
  ['a model that is not there', ['-m', 'org/none']],
  ['a column that is not there', ['--column', 'text=none']],
  ['a limit without a price', ['-m', 'org/unpriced', '--max-cost', '1']],
])('D19: a command that is refused for %s leaves no file', async (_name, words) => {
  const unpriced = hubModel('org/unpriced', { providers: ['together'] });
  const hub = await fakeHub({ models: [hubModel('org/model'), unpriced] });
  const folder = folderWith({ 'in.csv': table(['a']) });
  expect((await batch(hub, folder, ...words)).code).toBeGreaterThan(0);
  expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual([]);
  expect(hub.runs()).toEqual([]);
});

test('D17: a broken line of a source is the error of its row', async () => {
  const hub = await fakeHub({
    models: [hubModel('org/model')],
    inference: (_received, response) => sendJson(response, [{ label: 'good', score: 1 }]),
  });
  const folder = folderWith({ 'in.jsonl': '{"te\n{"text": "a"}\n\n{"text": "b"\n[1]\n{"text": "c"}\n' });
  const words = [
    'batch',
    'text-classification',
    'in.jsonl',
    '-m',
    'org/model',
    '-o',
    'out.jsonl',
    ...at(hub),
  ];
  expect((await cli(words, { folder, environment })).code).toBe(1);
  const lines = readFileSync(join(folder, 'out.jsonl'), 'utf8').trim().split('\n');
  const rows = lines.map((each) => JSON.parse(each) as BatchLine).sort((x, y) => x.row - y.row);
  expect(rows.map(({ row, error, columns }) => [row, error?.message, columns])).toEqual([
    [1, 'Line 1 of in.jsonl is not a JSON object', { line: '{"te' }],
    [2, undefined, {}],
    [3, 'Line 4 of in.jsonl is not a JSON object', { line: '{"text": "b"' }],
    [4, 'Line 5 of in.jsonl is not a JSON object', { line: '[1]' }],
    [5, undefined, {}],
  ]);
  // Once more, after one line was repaired.
  writeFileSync(join(folder, 'in.jsonl'), '{"te\n{"text": "a"}\n{"text": "b"}\n[1]\n{"text": "c"}\n');
  await cli(words, { folder, environment });
  expect(hub.runs()).toHaveLength(3);
});

test('a source without an object is no JSON Lines file', async () => {
  const hub = await fakeHub({ models: [hubModel('org/model')] });
  const folder = folderWith({ 'in.jsonl': 'a\nb\n' });
  const { code, stderr } = await cli(
    ['batch', TASK, 'in.jsonl', '-m', 'org/model', '-o', 'out.jsonl', ...at(hub)],
    { folder, environment },
  );
  expect(code).toBe(2);
  expect(stderr).toContain('Line 1 of in.jsonl is not a JSON object');
  expect(readdirSync(folder)).toEqual(['in.jsonl']);
});

describe('D2: an output follows its source', () => {
  const answers = (text: string) => [{ label: text.includes('good') ? 'good' : 'bad', score: 1 }];
  const start = async (models = ['org/model', 'org/other']) => {
    const hub = await fakeHub({
      models: models.map((name) => hubModel(name)),
      inference: ({ body }, response) => sendJson(response, answers(String(body))),
    });
    const folder = folderWith({ 'in.csv': 'text,label\ngood a,good\nb,good\nc,bad\n' });
    const run = async (...words: string[]) => {
      const result = await batch(hub, folder, ...words);
      const lines = outputIn(folder).trim().split('\n');
      return { ...result, lines: lines.map((each) => JSON.parse(each) as BatchLine) };
    };
    const change = (text: string) => writeFileSync(join(folder, 'in.csv'), `text,label\n${text}`);
    return { hub, run, change, folder };
  };
  const states = (lines: readonly BatchLine[]) =>
    lines.map(({ row, input, columns, gone }) => [row, input['text'], columns['label'], gone]).sort();

  test('corrected labels, other places and rows that are gone, and come back', async () => {
    const { hub, run, change } = await start();
    await run();
    change('c,bad\nb,bad\n');
    const { lines, stderr } = await run('--expected', 'label');
    expect(states(lines)).toEqual([
      [1, 'c', 'bad', undefined],
      [1, 'good a', 'good', true],
      [2, 'b', 'bad', undefined],
    ]);
    expect(stderr).toContain('org/model (100.0%)');
    change('good a,good\nb,bad\nc,bad\n');
    expect(states((await run()).lines)).toEqual([
      [1, 'good a', 'good', undefined],
      [2, 'b', 'bad', undefined],
      [3, 'c', 'bad', undefined],
    ]);
    expect(hub.runs()).toHaveLength(3);
  });

  test('with a part of the rows, nothing changes', async () => {
    const { run, change } = await start();
    const { lines } = await run();
    change('b,bad\n');
    for (const words of [
      ['--limit', '1'],
      ['--shard', '1/2'],
      ['--sample', '1'],
    ])
      expect((await run(...words)).lines).toEqual(lines);
  });

  test('lines of other models, parameters and sources stay', async () => {
    const { run, change, folder, hub } = await start();
    await run('-m', 'org/other');
    await run('-p', 'top_k=1');
    writeFileSync(join(folder, 'other.csv'), 'text,label\nother,bad\n');
    const more = ['batch', TASK, 'other.csv', '-m', 'org/model', '-o', 'out.jsonl', ...at(hub)];
    await cli(more, { folder, environment });
    change('b,bad\n');
    const { lines, stderr } = await run();
    const gone = lines.filter((line) => line.gone);
    expect(gone.map(({ model, variant, input }) => [model, variant, input['text']])).toEqual([
      ['org/model', undefined, 'good a'],
      ['org/model', undefined, 'c'],
    ]);
    expect(lines).toHaveLength(10);
    expect(stderr).toContain('Lines of other candidates stay as they are.');
    expect(stderr).toContain('org/other');
  });
});

test('D7: --sample runs random rows, the same for a seed, and a larger one has those of a smaller one', async () => {
  const hub = await fakeHub({
    models: [hubModel('org/model')],
    inference: (_received, response) => sendJson(response, [{ label: 'good', score: 1 }]),
  });
  const folder = folderWith({ 'in.csv': table(numbered(100)) });
  const rowsOf = async (name: string, ...words: string[]) => {
    const all = ['batch', TASK, 'in.csv', '-m', 'org/model', '-o', name, ...words, ...at(hub)];
    expect((await cli(all, { folder, environment })).code).toBe(0);
    const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
    return lines.map((each) => (JSON.parse(each) as BatchLine).row).sort((a, b) => a - b);
  };
  const ten = await rowsOf('a.jsonl', '--sample', '10');
  expect(new Set(ten).size).toBe(10);
  expect(Math.max(...ten)).toBeGreaterThan(50);
  expect(await rowsOf('b.jsonl', '--sample', '10', '--seed', '1')).toEqual(ten);
  expect(await rowsOf('c.jsonl', '--sample', '10', '--seed', '2')).not.toEqual(ten);
  expect(await rowsOf('a.jsonl', '--sample', '20')).toEqual(expect.arrayContaining(ten));
  expect(hub.runs()).toHaveLength(40);
  expect(await rowsOf('d.jsonl', '--sample', '1000')).toHaveLength(100);
});

test.each([
  [['--seed', '2'], '--seed requires --sample N'],
  [['--sample', '2', '--limit', '3'], '--sample and --limit exclude each other'],
])('a batch with %j is refused', async (words, message) => {
  const hub = await fakeHub({ models: [hubModel('org/model')] });
  const { code, stderr } = await batch(hub, folderWith({ 'in.csv': table(['a']) }), ...words);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as string });
});

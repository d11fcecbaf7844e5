import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRunLink, hashBlob, type RunFile, type StoredRun } from '@tryout/engine';
import { runsFromPath } from '@tryout/engine/node';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, sendJson, serve } from '../../support/loopback.ts';
import { openPicker } from '../../support/open-picker.ts';
import { dataFolderOf } from '../../support/process.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };
const ID = '01JZ0000000000000000000000';
const labels = [{ label: 'A', score: 1 }];

/** A run file as a stranger could send it. */
function strangeFile(change: Partial<Record<keyof RunFile, unknown>>, folder = temporaryFolder()): string {
  const run = { tryout: 1, id: ID, task: 'text-classification', inputs: { text: 'What a day' }, ...change };
  writeFileSync(join(folder, 'a.run.json'), JSON.stringify(run));
  return folder;
}

const sentRuns = () => sandbox.requests.filter(({ method }) => method === 'POST');

/** The history's folder after a run, with files of another program. */
async function historyWithOthers(folder: string): Promise<string> {
  const history = join(dataFolderOf(folder), 'history');
  await cli(['run', 'text-classification', 'What a day', ...at(sandbox)], { folder, environment });
  mkdirSync(join(history, 'notes'));
  for (const name of ['thesis.txt', 'notes/a.txt', 'media/holiday.jpg'])
    writeFileSync(join(history, name), 'mine');
  return history;
}

test.each([
  [['history', 'rm', 'last']],
  [['history', 'rm', '--all', '--yes']],
  [['config', 'set', 'history', 'off']],
  [['logout']],
])('X15: %j leaves files that Tryout did not make', async (words) => {
  const folder = temporaryFolder();
  const history = await historyWithOthers(folder);
  const runs = readdirSync(join(history, 'runs'));
  expect(await cli(words, { folder })).toMatchObject({ code: 0 });
  for (const name of ['thesis.txt', 'notes/a.txt', 'media/holiday.jpg'])
    expect(readFileSync(join(history, name), 'utf8')).toBe('mine');
  // Only history rm removes runs.
  if (words[0] !== 'history') expect(readdirSync(join(history, 'runs'))).toEqual(runs);
});

describe('X16: files that a run file names', () => {
  const TITLE = 'are saved under names of Tryout, with --force too: %s';
  const saveUnderOwnName = async (name: string) => {
    const png = Buffer.alloc(11 * 1024 * 1024);
    png.set(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAAAElFTkSuQmCC', 'base64'));
    const blob = new Blob([png]);
    const file = { file: name, type: 'image/png', bytes: blob.size, sha256: await hashBlob(blob) };
    const image = { ...file, data: png.toString('base64') };
    const folder = strangeFile({ task: 'image-to-text', inputs: { image } });
    for (const each of ['out', 'hidden']) {
      mkdirSync(join(folder, each));
      writeFileSync(join(folder, each, name), 'mine');
    }
    const server = await serve(answerJson([{ generated_text: 'black' }]));
    const rerun = ['rerun', 'a.run.json', '--endpoint-url', server.url, '--force', '--save-run'];
    for (const path of ['out/b.run.json', 'hidden/.run.json'])
      expect(await cli([...rerun, path], { folder })).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([name, 'b-1.png', 'b.run.json'].sort());
    expect(readdirSync(join(folder, 'hidden')).sort()).toEqual([name, '.run.json', 'run-1.png'].sort());
    expect(readFileSync(join(folder, 'out', name), 'utf8')).toBe('mine');
    const [{ run, media }] = (await runsFromPath(join(folder, 'out', 'b.run.json'))) as [StoredRun];
    expect(run.inputs).toMatchObject({ image: { file: 'b-1.png' } });
    expect(media.size).toBe(1);
    const exported = await cli(['history', 'export', 'last', '-o', 'out/c.json'], { folder });
    expect(exported).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'out'))).toContain('c-1.png');
  };

  test.each(['.bash_profile'])(TITLE, saveUnderOwnName);
  test.each(['Makefile', 'photo.PNG'])(TITLE, { tags: ['nightly'] }, saveUnderOwnName);
});

describe('X17: the organization of a run file', () => {
  const words = (typed: string, ...more: string[]) => ['rerun', typed, ...more, ...at(sandbox)];

  test.each(['file', 'link'])('of a %s is not billed without --bill-to', async (kind) => {
    const folder = strangeFile({ billTo: 'evil-corp' });
    const link = await createRunLink(
      (await runsFromPath(join(folder, 'a.run.json')))[0]!,
      'https://example.org/',
    );
    const typed = kind === 'file' ? 'a.run.json' : link.url;
    sandbox.forget();
    const { code, stdout, stderr } = await cli(words(typed), { folder, environment });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: The organization to bill, evil-corp, from a file or a link is not confirmed\nhint: Add --bill-to evil-corp.\n',
    });
    expect(sandbox.requests).toEqual([]);
    for (const billTo of ['evil-corp', 'my-org']) {
      sandbox.forget();
      const confirmed = await cli(words(typed, '--bill-to', billTo), { folder, environment });
      expect(confirmed).toMatchObject({ code: 0 });
      expect(sentRuns().map(({ headers }) => headers['x-hf-bill-to'])).toEqual([billTo]);
    }
    // The run is your own now.
    expect(await cli(words('last'), { folder, environment })).toMatchObject({ code: 0 });
  });

  test('is confirmed in a terminal, after the endpoint', async () => {
    const server = await serve(answerJson(labels));
    const folder = strangeFile({ billTo: 'evil-corp', endpointUrl: `${server.url}/model` });
    for (const answer of ['n', 'y']) {
      const terminal = inTerminal(words('a.run.json', '--send-token'), { folder, environment, columns: 100 });
      await terminal.until(/will be sent to 127\.0\.0\.1:\d+ with your token:[^]*Send it there\? \(y\/N\)/);
      terminal.type('y');
      await terminal.pressUntil('enter', /will be billed to evil-corp\.\s+Bill evil-corp\? \(y\/N\)/);
      expect(server.received).toEqual([]);
      terminal.type(answer);
      expect(await terminal.endBy('enter')).toBe(answer === 'y' ? 0 : 130);
    }
    expect(server.received).toHaveLength(1);
  });

  test('is confirmed in the picker', async () => {
    const folder = strangeFile({ billTo: 'evil-corp', model: 'sandbox/vader-sentiment' });
    const picker = openPicker(sandbox, ['open', 'a.run.json'], { folder, columns: 100 });
    await picker.until(/Press F6 to allow billing evil-corp/);
    sandbox.forget();
    await picker.pressUntil('ctrl+r', /This run is not confirmed/);
    await picker.pressUntil('f6', /Runs are billed to evil-corp/);
    expect(sentRuns()).toEqual([]);
    await picker.pressUntil('ctrl+r', /POSITIVE|NEUTRAL|NEGATIVE/);
    expect(sentRuns().map(({ headers }) => headers['x-hf-bill-to'])).toEqual(['evil-corp']);
  });
});

test.each([
  ['after a backslash', (token: string) => `C:\\${token}`],
  ['after two backslashes', (token: string) => `\\\\${token}\\`],
  ['before a quote, escaped', (token: string) => `"\\u0068${token.slice(1)}"`],
  ['in JSON text', (token: string) => JSON.stringify({ [`C:\\${token}`]: token })],
])('X19: a run with a token %s is recorded without it', async (_name, textWith) => {
  const token = 'hf_abcDEF123456789abcdefgh';
  const server = await serve(({ body }, response) => {
    const { inputs } = JSON.parse(body.toString()) as { inputs: string };
    sendJson(response, [{ label: `${inputs} \\${token}`, score: 1 }]);
  });
  const folder = temporaryFolder();
  const words = ['run', 'text-classification', '--literal', textWith(token), '-p', `note=\\${token}`];
  const more = ['--save-run', 'b.run.json', '--endpoint-url', server.url];
  const { code, stderr } = await cli([...words, ...more], { folder, environment: { HF_TOKEN: token } });
  expect(code).toBe(0);
  expect(stderr).not.toContain('not recorded');
  const { stdout } = await cli(['history', 'show', 'last', '--json'], { folder });
  const [{ run }] = (await runsFromPath(join(folder, 'b.run.json'))) as [StoredRun];
  expect(run).toEqual(JSON.parse(stdout));
  expect(stdout).not.toContain(token.slice(1));
  const text = run.inputs['text'];
  expect(text).toBe(textWith('hf_***').replace('\\u0068f', 'hf'));
});

test.each([
  ['an input __proto__', '"inputs":{"text":"a","__proto__":"b"}', 'inputs.__proto__'],
  ['an input constructor', '"inputs":{"text":"a","constructor":"b"}', 'inputs.constructor'],
  ['an input toString', '"inputs":{"text":"a","toString":"b"}', 'inputs.toString'],
  ['an unknown input', '"inputs":{"text":"a","context":"b"}', 'inputs.context'],
  ['a parameter __proto__', '"inputs":{"text":"a"},"parameters":{"__proto__":1}', 'parameters.__proto__'],
  ['a key valueOf', '"inputs":{"text":"a"},"valueOf":1', 'valueOf'],
  [
    'a key of the result',
    '"inputs":{"text":"a"},"result":{"status":"done","seconds":1,"startedAt":"2026-01-01T00:00:00.000Z","constructor":1}',
    'result.constructor',
  ],
  ['a chat of another task', '"inputs":{"text":"a"},"chat":{"system":"b"}', 'chat'],
])('X20: %s is refused', async (_name, json, key) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.run.json'), `{"tryout":1,"id":"${ID}","task":"text-classification",${json}}`);
  const { code, stderr } = await cli(['rerun', 'a.run.json', ...at(sandbox)], { folder, environment });
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`a.run.json is not a valid run file: ${key} is unknown`) as string,
  });
  expect(({} as { b?: unknown }).b).toBeUndefined();
});

describe('X21: a damaged history', () => {
  const run = ['run', 'text-classification', 'What a day', ...at(sandbox)];

  test('is one line on standard error, and the next run rebuilds it', async () => {
    const folder = temporaryFolder();
    const index = join(dataFolderOf(folder), 'history', 'index.jsonl');
    await cli(run, { folder, environment });
    const before = await cli(['history', '--search', 'day'], { folder });
    writeFileSync(index, '');
    appendFileSync(index, '{"id":\n\0\0\n');
    for (const words of [['history'], ['history', '--json'], ['history', 'rm', 'nothing']]) {
      const { stderr } = await cli(words, { folder });
      expect(stderr.match(/had damaged lines\. They were skipped/g)).toHaveLength(1);
    }
    const { code, stderr } = await cli(run, { folder, environment });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `${index} had damaged lines. They were rebuilt from the run files.\n`,
    });
    const { stdout, stderr: after } = await cli(['history'], { folder });
    expect(after).toBe('');
    // The entry of the earlier run is as it was, with its result.
    expect(stdout).toContain(before.stdout.trim());
  });

  test('history --json, chat -c and others pass over a run that is a device', async () => {
    const folder = temporaryFolder();
    const runs = join(dataFolderOf(folder), 'history', 'runs');
    await cli(run, { folder, environment });
    await cli(['chat', 'My name is Ada.', '-m', 'sandbox/plain-assistant', ...at(sandbox)], {
      folder,
      environment,
    });
    await cli(['chat', 'Hi.', '-m', 'sandbox/plain-assistant', ...at(sandbox)], { folder, environment });
    const newest = readdirSync(runs).sort().at(-1)!;
    unlinkSync(join(runs, newest));
    symlinkSync('/dev/zero', join(runs, newest));
    const { code, stdout, stderr } = await cli(['history', '--json'], { folder });
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/is not a regular file/),
    });
    expect(JSON.parse(stdout)).toHaveLength(2);
    expect(await cli(['history', 'show', 'last'], { folder })).toMatchObject({ code: 1 });
    sandbox.forget();
    expect(await cli(['chat', '-c', 'Who am I?', ...at(sandbox)], { folder, environment })).toMatchObject({
      code: 0,
    });
    expect(Buffer.from(sentRuns()[0]!.body).toString()).toContain('My name is Ada.');
  });
});

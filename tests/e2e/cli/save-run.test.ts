import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRunLink, readRunLink } from '@tryout/engine';
import { runsFromPath } from '@tryout/engine/node';
import { expect, test } from 'vitest';
import { at, startCli, temporaryFolder, waitForExit } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { ECHOED_TOKEN, echoingHub, LEAK } from '../../support/echoing-hub.ts';
import { answerJson, sendJson, serve } from '../../support/loopback.ts';
import { dataFolderOf } from '../../support/process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };
const classify = ['run', 'text-classification', 'What a day'];
const save = ['--save-run', 'a.run.json'];

interface SavedRun {
  readonly inputs: Record<string, { readonly data?: string }>;
  readonly result: { readonly status: string; readonly error?: { readonly message: string } };
}

const readRun = (folder: string) => JSON.parse(readFileSync(join(folder, 'a.run.json'), 'utf8')) as SavedRun;

/** The contents of all files in a folder and its subfolders. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
}

test('an existing run file is replaced only with --force', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.run.json'), 'mine');
  const words = [...classify, ...save, ...at(sandbox)];
  sandbox.forget();
  const refused = await cli(words, { folder, environment });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^error: a\.run\.json already exists$/m);
  expect(sandbox.requests).toEqual([]);
  const { code, stderr } = await cli([...words, '--force'], { folder, environment });
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Saved the run to a.run.json.\n' });
  expect(readRun(folder).result.status).toBe('done');
});

test('the run file and the result cannot be the same file, and there is no run file on standard output', async () => {
  const folder = temporaryFolder();
  sandbox.forget();
  const same = await cli([...classify, '-o', './a.run.json', ...save, ...at(sandbox)], {
    folder,
    environment,
  });
  expect(same).toMatchObject({ code: 2, stdout: '' });
  expect(same.stderr).toMatch(/^error: --output and --save-run are the same file$/m);
  const printed = await cli([...classify, '--save-run', '-', ...at(sandbox)], { folder, environment });
  expect(printed).toMatchObject({ code: 2, stdout: '' });
  expect(printed.stderr).toMatch(/^error: --save-run cannot write to standard output$/m);
  expect(sandbox.requests).toEqual([]);
});

test('a failed run is saved too, and keeps its exit code', async () => {
  const server = await serve(answerJson({ error: 'Out of memory' }, 500));
  const folder = temporaryFolder();
  const words = [...classify, ...save, '--endpoint-url', server.url];
  expect(await cli(words, { folder })).toMatchObject({ code: 1, stdout: '' });
  expect(readRun(folder).result).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('Out of memory') as string },
  });
});

test('a run that cannot be saved still prints its result', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'gone'));
  const server = await serve((_received, response) => {
    rmSync(join(folder, 'gone'), { recursive: true });
    sendJson(response, [{ label: 'A', score: 1 }]);
  });
  const words = [...classify, '--save-run', 'gone/a.run.json', '--endpoint-url', server.url];
  const { code, stdout, stderr } = await cli(words, { folder });
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'A\t1\n' });
  expect(stderr).toMatch(/^error: Could not write gone\/a\.run\.json \(ENOENT\)$/m);
});

test('files above 10 MB are saved next to the run file, and found there', async () => {
  const folder = temporaryFolder();
  const png = Buffer.alloc(11 * 1024 * 1024);
  png.set(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAAAElFTkSuQmCC', 'base64'));
  writeFileSync(join(folder, 'large.png'), png);
  const server = await serve(answerJson([{ generated_text: 'black' }]));
  mkdirSync(join(folder, 'out'));
  const endpoint = ['--endpoint-url', server.url];
  const words = ['run', 'image-to-text', 'large.png', '--save-run', 'out/a.run.json', ...endpoint];
  expect(await cli(words, { folder })).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, 'out')).sort()).toEqual(['a-1.png', 'a.run.json']);
  expect(readRun(join(folder, 'out')).inputs['image']).not.toHaveProperty('data');
  expect(await cli(['rerun', 'out/a.run.json', ...endpoint], { folder })).toMatchObject({ code: 0 });
  const [first, second] = server.received;
  expect(second?.body.equals(png) && first?.body.equals(png)).toBe(true);
  // Another file of that name does not belong to the run.
  writeFileSync(join(folder, 'out', 'a-1.png'), 'something else');
  expect(await cli(['rerun', 'out/a.run.json', ...endpoint], { folder })).toMatchObject({ code: 2 });
});

test('--no-history and the setting record nothing', async () => {
  const folder = temporaryFolder();
  const words = [...classify, ...at(sandbox)];
  await cli([...words, '--no-history'], { folder, environment });
  expect(existsSync(dataFolderOf(folder))).toBe(false);
  mkdirSync(join(folder, 'settings'));
  writeFileSync(join(folder, 'settings', 'settings.json'), '{"history":"off"}');
  await cli(words, { folder, environment });
  expect(existsSync(dataFolderOf(folder))).toBe(false);
  rmSync(join(folder, 'settings'), { recursive: true });
  await cli(words, { folder, environment });
  expect(contentsOf(dataFolderOf(folder)).join('\n')).toContain('What a day');
});

test('a history that cannot be written is one note and changes nothing else', async () => {
  const folder = temporaryFolder();
  writeFileSync(dataFolderOf(folder), 'a file');
  const { code, stdout, stderr } = await cli([...classify, ...at(sandbox)], { folder, environment });
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('POSITIVE') as string });
  expect(stderr).toMatch(/^This run was not recorded: [^\n]+\n$/);
});

const echoes: readonly (readonly [model: string, more: readonly string[], stdout: RegExp, stderr: RegExp])[] =
  [
    ['echo/result', [], /You are hf_\*\*\*/, /./],
    [
      'echo/result',
      ['--json'],
      /^\[\{"label":"You are hf_\*\*\*","score":0\.5,"hf_\*\*\*":"hf_\*\*\*"\}\]$/m,
      /./,
    ],
    ['echo/error', ['--json'], /^$/, /"message":"Bad credentials hf_\*\*\*".*"requestId":"hf_\*\*\*"/],
    [
      'echo/error',
      ['--debug'],
      /^$/,
      /^curl .*Bearer hf_\*\*\*'[^]*^error: Bad credentials hf_\*\*\*$[^]*^InferenceError: Bad credentials hf_\*\*\*\n {4}at /m,
    ],
    ['echo/wrong', [], /./, /got a list of 1 \(at 0\.score: 'hf_\*\*\*'\)/],
    // Split across chunks, and cut off by the end of the stream.
    ['echo/stream', [], /^You are hf_\*\*\*, I think\.\n$/, /./],
    ['echo/stream', ['--json'], /"content":"You are hf_\*\*\*, I think\."/, /./],
    ['echo/cut', [], /^You are hf_\*\*\*\n$/, /^error: /m],
  ];

test.each(echoes)(
  'X3: the token that %s echoes with %j is redacted, and in no run file, history or link',
  async (model, more, out, error) => {
    const { url } = await echoingHub();
    const folder = temporaryFolder();
    const task = /stream|cut/.test(model) ? 'text-generation' : 'text-classification';
    const words = ['run', task, `ham ${ECHOED_TOKEN}`, '-m', model, ...save, ...more];
    const options = { folder, environment: { HF_TOKEN: ECHOED_TOKEN } };
    const { stdout, stderr } = await cli([...words, ...at({ url })], options);
    expect(stdout).toMatch(out);
    expect(stderr).toMatch(error);
    const stored = [...contentsOf(folder), ...contentsOf(dataFolderOf(folder))];
    expect(stored.length).toBeGreaterThan(1);
    const { url: link } = await createRunLink((await runsFromPath(join(folder, 'a.run.json')))[0]!, url);
    const linked = JSON.stringify((await readRunLink(link)).run);
    expect([stdout, stderr, ...stored, linked].join('\n')).not.toMatch(LEAK);
  },
);

test('X3: redacts an echoed token in the account name', async () => {
  const { url } = await echoingHub();
  const { stdout, stderr } = await cli(['whoami', ...at({ url })], {
    environment: { HF_TOKEN: ECHOED_TOKEN },
  });
  expect(stdout).toContain('I am hf_***');
  expect(stdout + stderr).not.toMatch(LEAK);
});

test('the history is loaded after the result', async () => {
  const folder = temporaryFolder();
  const server = await serve(() => undefined);
  const environment = { NODE_DEBUG: 'module' };
  const child = startCli([...classify, '--endpoint-url', server.url], { folder, environment });
  const ended = waitForExit(child);
  let loaded = '';
  child.stderr.on('data', (piece: Buffer) => (loaded += piece.toString()));
  await server.first();
  expect(loaded).toContain('run.cjs');
  expect(loaded).not.toContain('record-run');
  child.kill('SIGINT');
  expect((await ended).stderr).toContain('record-run');
});

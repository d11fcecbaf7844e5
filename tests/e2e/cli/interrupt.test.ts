import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  waitForExit,
  isolatedEnvironment,
  runningCli,
  startCli,
  temporaryFolder,
} from '../../support/cli.ts';
import { testWith } from '../../engine/snippets/support/programs.ts';
import { launcher } from '../../support/built-cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import {
  answerBody,
  answerJson,
  flood,
  sendJson,
  serve,
  switchProtocols,
  type LoopbackServer,
} from '../../support/loopback.ts';
import { spawn } from 'node:child_process';
import { dataFolderOf } from '../../support/process.ts';
import { chatServer } from '../../support/chat-server.ts';
import { fileHistory, fileLock } from '@tryout/engine/node';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { at } from '../../support/cli.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function classify(server: LoopbackServer): string[] {
  return ['run', 'text-classification', 'x', '--endpoint-url', `${server.url}/model`];
}

test('Ctrl-C during a request closes the connection and exits with 130 (F6)', async () => {
  const server = await serve(() => undefined);
  const child = startCli(classify(server));
  const result = waitForExit(child);
  const { left } = await server.first();
  child.kill('SIGINT');
  expect(await left).toBe(true);
  expect(await result).toMatchObject({ code: 130, signal: null, stdout: '', stderr: 'error: Canceled\n' });
});

test('Ctrl-C during a response closes the connection and exits with 130', async () => {
  const server = await serve(({ left }, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('[');
    return left;
  });
  const child = startCli([...classify(server), '--json']);
  const result = waitForExit(child);
  const { left } = await server.first();
  child.kill('SIGINT');
  expect(await left).toBe(true);
  const { code, stdout, stderr } = await result;
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  const error = { code: 'CANCELED', name: 'CanceledError', message: 'Canceled', status: null, url: null };
  expect(JSON.parse(stderr)).toEqual({ error: { ...error, requestId: null, hint: null } });
});

test('Ctrl-C while reading standard input exits with 130 without a request', async () => {
  const server = await serve(() => undefined);
  const child = startCli(['run', 'text-classification', '-', '--debug', '--endpoint-url', server.url]);
  const result = waitForExit(child);
  // More than the pipe buffer, so the write completes only when the command reads.
  await new Promise((resolve) => child.stdin.write(Buffer.alloc(1_000_000, 'half a text '), resolve));
  child.kill('SIGINT');
  expect(await result).toMatchObject({ code: 130, stdout: '' });
  expect(server.received).toEqual([]);
});

test('a second Ctrl-C exits immediately, even with unread output', async () => {
  const text = 'long '.repeat(1_000_000);
  const server = await serve(answerJson([{ generated_text: text }]));
  const child = startCli(['run', 'text-generation', 'x', '--no-history', '--endpoint-url', server.url]);
  child.stdin.end();
  await once(child.stdout, 'readable');
  const closed = once(child, 'exit');
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect((await closed)[0]).toBe(130);
  child.stdout.destroy();
});

testWith('bash')('exits quietly when the reader closes the pipe (F4)', async () => {
  const folder = temporaryFolder();
  const shell = spawn(
    'bash',
    ['-c', `set -o pipefail; "$0" "$1" tasks --json | head -c 10`, process.execPath, launcher],
    {
      cwd: folder,
      env: isolatedEnvironment(folder),
    },
  );
  expect(await waitForExit(shell)).toMatchObject({ code: 0, stdout: '[{"id":"au', stderr: '' });
});

test('writes all of 5 MB to a slow reader (F4)', async () => {
  const text = 'abcdefghij'.repeat(500_000);
  const server = await serve(answerJson([{ generated_text: text }]));
  const folder = temporaryFolder();
  const shell = spawn(
    'sh',
    [
      '-c',
      `"$0" "$1" run text-generation x --endpoint-url "$2" | (sleep 0.5; wc -c)`,
      process.execPath,
      launcher,
      server.url,
    ],
    { cwd: folder, env: isolatedEnvironment(folder) },
  );
  shell.stdin.end();
  expect(await waitForExit(shell)).toMatchObject({ code: 0, stdout: `${text.length + 1}\n`, stderr: '' });
});

test('X1: 101 Switching Protocols fails a listing and a run before --timeout', async () => {
  const server = await serve(({ socket }) => switchProtocols(socket));
  const listing = ['models', 'text-classification', '--hub-url', server.url];
  for (const words of [listing, classify(server)]) {
    const { code, stdout, stderr } = await waitForExit(startCli([...words, '--timeout', '60']));
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: \S+ switched to another protocol instead of responding\n/m,
      ) as string,
    });
  }
});

test(
  'X2: a small response that decompresses to millions of objects fails with little memory',
  { tags: ['nightly'] },
  async () => {
    const body = gzipSync(`[${'{},'.repeat(20_900_000)}{}]`);
    const server = await serve(
      answerBody(body, 200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
    );
    const environment = { NODE_OPTIONS: '--max-old-space-size=256' };
    expect(await waitForExit(startCli(classify(server), { environment }))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `error: The response from 127.0.0.1:${server.port} contains too many values\nhint: Try another model, or check the URL.\n`,
    });
  },
);

test('--timeout exits with 124', async () => {
  const server = await serve((_received, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return flood(response, ' ');
  });
  const child = startCli([...classify(server), '--timeout', '0.4', '--json']);
  const { code, stdout, stderr } = await waitForExit(child);
  expect({ code, stdout }).toEqual({ code: 124, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({
    error: {
      name: 'TimeoutError',
      message: expect.stringMatching(/^No complete response from 127/) as string,
      hint: 'Try again, or allow more time with --timeout.',
    },
  });
});

const historyIn = (folder: string) => fileHistory(join(dataFolderOf(folder), 'history'));

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const)('T4: %s records the run as canceled, with the partial answer', async (signal, code) => {
  const folder = temporaryFolder();
  const server = await chatServer();
  const child = startCli(['chat', 'Hello', '--endpoint-url', server.address], { folder });
  const result = waitForExit(child);
  child.stdin.end();
  await server.say('Half an answer');
  await once(child.stdout, 'readable');
  child.kill(signal);
  expect(await result).toMatchObject({
    code,
    signal: null,
    stdout: expect.stringContaining('Half') as string,
  });
  const [entry] = await historyIn(folder).list();
  expect(entry).toMatchObject({ status: 'cancelled', output: 'Half an answer' });
});

const input = ['text-classification', 'good'];

type Signaled = [readonly string[], readonly [NodeJS.Signals, NodeJS.Signals], code: number, runs: number];

const recordsAfter = async (...[words, [first, second], code, count]: Signaled) => {
  const folder = temporaryFolder();
  const hub = await fakeHub({
    models: [hubModel('org/model'), hubModel('org/two'), hubModel('org/chat', { task: 'conversational' })],
    inference: () => undefined,
  });
  const child = startCli([...words, ...at(hub)], { folder, environment: { HF_TOKEN: 'hf_test' } });
  child.stdin.end();
  const result = waitForExit(child);
  await expect.poll(() => hub.runs().length).toBe(count);
  // Until the second signal has arrived.
  await fileLock(join(dataFolderOf(folder), 'history', 'index.lock'))(async () => {
    child.kill(first);
    await Promise.all(hub.runs().map(({ left }) => left));
    child.kill(second);
  });
  expect(await result).toMatchObject({ code, signal: null });
  expect((await historyIn(folder).list()).map(({ status }) => status)).toEqual(
    Array<string>(count).fill('cancelled'),
  );
};

const RECORDED = 'T29: %j after %j is recorded';
test.each<Signaled>([
  [['run', ...input], ['SIGHUP', 'SIGHUP'], 129, 1],
  [['compare', ...input, '-m', 'org/model', '-m', 'org/two'], ['SIGHUP', 'SIGTERM'], 129, 2],
])(RECORDED, recordsAfter);
test.each<Signaled>([
  [['run', ...input], ['SIGINT', 'SIGHUP'], 130, 1],
  [['chat', 'Hello', '-m', 'org/chat'], ['SIGTERM', 'SIGTERM'], 143, 1],
])(RECORDED, { tags: ['nightly'] }, recordsAfter);

test('T29: a batch finishes the rows in flight after SIGTERM and SIGHUP', async () => {
  let answer!: () => void;
  const answers = new Promise<void>((resolve) => (answer = resolve));
  const hub = await fakeHub({
    inference: (_received, response) => answers.then(() => sendJson(response, [{ label: 'A', score: 1 }])),
  });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'in.csv'), `text\n${'row\n'.repeat(9)}`);
  const words = ['batch', 'text-classification', 'in.csv', '-m', 'org/model', '-o', 'out.jsonl', ...at(hub)];
  const batch = runningCli(words, { folder, environment: { HF_TOKEN: 'hf_test' } });
  await hub.arrival('/hf-inference/');
  batch.interrupt('SIGTERM');
  await batch.waitForStderr(/Finishing the rows in flight/);
  batch.interrupt('SIGHUP');
  batch.interrupt('SIGTERM');
  answer();
  expect(await batch.ended).toMatchObject({ code: 143 });
  const lines = readFileSync(join(folder, 'out.jsonl'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(hub.runs().length);
});

test('T4: a closed pipe records the run as canceled, without a message', async () => {
  const folder = temporaryFolder();
  const server = await chatServer();
  const child = startCli(['chat', 'Hello', '--endpoint-url', server.address], { folder });
  const result = waitForExit(child);
  child.stdin.end();
  await server.say('One');
  await once(child.stdout, 'readable');
  child.stdout.destroy();
  // The pipe may take a while to close.
  const pieces = setInterval(() => void server.say(' more'), 20);
  const { code, stderr } = await result;
  clearInterval(pieces);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [entry] = await historyIn(folder).list();
  expect(entry).toMatchObject({
    status: 'cancelled',
    output: expect.stringMatching(/^One( more)+$/) as string,
  });
});

test('T4: a run whose reader closed the pipe after the answer is recorded as done', async () => {
  const folder = temporaryFolder();
  const server = await serve(answerJson([{ generated_text: 'long '.repeat(100_000) }]));
  const child = startCli(['run', 'text-generation', 'x', '--endpoint-url', server.url], { folder });
  const result = waitForExit(child);
  child.stdin.end();
  await once(child.stdout, 'readable');
  child.stdout.destroy();
  expect(await result).toMatchObject({ code: 0, stderr: '' });
  expect(await historyIn(folder).list()).toMatchObject([{ status: 'done' }]);
});

test('T4: a run that is refused before anything is sent is not recorded', async () => {
  const sandbox = await recordingSandbox();
  const folder = temporaryFolder();
  const words = ['run', 'text-classification', 'x', ...at(sandbox)];
  const options = { folder, environment: { HF_TOKEN: 'hf_sandbox' } };
  expect((await cliInProcess(words, options)).code).toBe(0);
  const [done] = await historyIn(folder).list();
  sandbox.forget();
  for (const [code, ...more] of [
    [2, '--provider', 'foo'],
    [2, '-m', 'sandbox/vader-sentiment:foo'],
    [2, '-m', 'sandbox/lead-summary'],
    [1, '-m', 'sandbox/no-such-model'],
  ] as const)
    expect([more, (await cliInProcess([...words, ...more], options)).code]).toEqual([more, code]);
  expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  expect((await historyIn(folder).list()).map(({ id }) => id)).toEqual([done?.id]);
});

test.each([
  ['chat', ['chat', 'Hello!', '-m', 'org/model']],
  ['run with -', ['run', 'image-to-text', '-']],
])('waiting for standard input ends within --timeout: %s', async (_, words) => {
  // Its standard input stays open.
  const child = startCli([...words, '--hub-url', 'http://127.0.0.1:9', '--timeout', '0.5']);
  const { code, stdout, stderr } = await waitForExit(child);
  expect({ code, stdout }).toEqual({ code: 124, stdout: '' });
  expect(stderr).toMatch(/^error: The inputs were not read within 0\.5 s$/m);
});

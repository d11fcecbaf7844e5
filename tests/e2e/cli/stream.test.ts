import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { at, waitForExit, startCli, temporaryFolder, type CommandResult } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { chatServer } from '../../support/chat-server.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
beforeEach(() => sandbox.forget());

const environment = { HF_TOKEN: 'hf_sandbox' };

function chat(
  model: string,
  words: readonly string[] = [],
  folder = temporaryFolder(),
): Promise<CommandResult> {
  return cli(['run', 'text-generation', 'one two three', '-m', model, ...words, ...at(sandbox)], {
    folder,
    environment,
  });
}

test('streams a chat, and --no-stream prints the same text', async () => {
  const streamed = await chat('sandbox/plain-assistant');
  expect(streamed).toMatchObject({ code: 0, stderr: '' });
  const complete = await chat('sandbox/plain-assistant', ['--no-stream']);
  expect(complete.stdout).toBe(streamed.stdout);
  const streamOptions = sandbox.requests
    .filter(({ url }) => url.endsWith('/chat/completions'))
    .map(({ body }) => (JSON.parse(Buffer.from(body).toString()) as { stream: boolean }).stream);
  expect(streamOptions).toEqual([true, false]);
});

test('writes each chunk immediately', async () => {
  const server = await chatServer();
  const child = startCli(['run', 'text-generation', 'x', '--endpoint-url', server.address]);
  child.stdin.end();
  await server.say('first ');
  const exit = waitForExit(child);
  const [piece] = (await once(child.stdout, 'data')) as [Buffer];
  expect(piece.toString()).toBe('first ');
  await server.say('second');
  await server.finish();
  expect(await exit).toMatchObject({ code: 0, stdout: 'first second\n', stderr: '' });
});

describe.concurrent('an interrupted stream keeps the partial answer and fails', () => {
  const cases: [model: string, error: RegExp][] = [
    ['stream-cut', /The stream was interrupted|ended before/],
    ['stream-without-done', /The stream ended before the answer was complete/],
    ['stream-resets', /The stream was interrupted/],
    ['stream-error-event', /The worker has died/],
  ];
  test.each(cases)('%s', async (model, error) => {
    const { code, stdout, stderr } = await chat(`trouble/${model}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'one two three\n' });
    expect(stderr).toMatch(/^The answer is incomplete; the partial answer is on standard output\.\n/);
    expect(stderr).toMatch(error);
  });

  test('exits with 124 on a stall and keeps the partial answer in a file', async () => {
    const folder = temporaryFolder();
    const words = ['--timeout', '1', '-o', 'a.txt'];
    const { code, stderr } = await chat('trouble/stream-stalls', words, folder);
    expect(code).toBe(124);
    expect(stderr).toMatch(/^The answer is incomplete; the partial answer is in a\.txt\n/);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one two three');
  });

  test('accepts a finish reason as the end of the stream', async () => {
    expect(await chat('trouble/stream-ends-with-finish-reason-only')).toMatchObject({
      code: 0,
      stdout: 'one two three\n',
    });
  });
});

describe.concurrent('exit codes of failed runs', () => {
  const classify = (model: string) =>
    cli(['run', 'text-classification', 'x', '-m', `trouble/${model}`, '--json', ...at(sandbox)], {
      environment,
    });
  const cases: [model: string, code: number, error: object][] = [
    ['gated', 4, { code: 'ACCESS_REFUSED', status: 403 }],
    ['rate-limited', 1, { code: 'RATE_LIMITED', status: 429, hint: 'Try again in 1 s.' }],
    ['html', 1, { code: 'UNEXPECTED_RESPONSE' }],
    ['resets', 1, { code: 'NETWORK' }],
    ['redirects', 1, { code: 'REDIRECT_REFUSED' }],
    ['not-a-number', 1, { code: 'UNEXPECTED_RESPONSE' }],
  ];
  test.each(cases)('%s: %i', async (model, expected, error) => {
    const { code, stdout, stderr } = await classify(model);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stderr)).toMatchObject({ error });
  });

  test('exits with 4 and explains how to sign in without a token', async () => {
    const { code, stderr } = await cli(['run', 'text-classification', 'x', ...at(sandbox)]);
    expect(code).toBe(4);
    expect(stderr).toMatch(/\nhint: Sign in with tryout login, or use --sandbox\.\n$/);
  });
});

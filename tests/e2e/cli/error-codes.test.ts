import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, failureIn } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';

/** The code that `--json` prints for a command that fails. */
async function failureCode(words: readonly string[], environment = {}, folder = temporaryFolder()) {
  const { stderr } = await cli([...words, '--json'], { environment, folder });
  return failureIn(stderr).code;
}

/** A run at an endpoint that responds like this. */
async function runAt(answer: Parameters<typeof serve>[0], environment = {}) {
  const { url } = await serve(answer);
  const words = ['run', 'text-classification', 'x', '--endpoint-url', url, '--timeout', '1'];
  return failureCode(words, environment);
}

describe('codes of failed runs', () => {
  test.each([
    [400, 'REQUEST_REFUSED'],
    [401, 'NOT_SIGNED_IN'],
    [402, 'OUT_OF_CREDITS'],
    [403, 'ACCESS_REFUSED'],
    [404, 'NOT_FOUND'],
    [413, 'TOO_LARGE'],
    [422, 'REQUEST_REFUSED'],
    [429, 'RATE_LIMITED'],
    [500, 'SERVER_ERROR'],
    [504, 'SERVER_ERROR'],
  ])('status %i is %s', async (status, code) => {
    expect(await runAt(answerJson({ error: 'No' }, status))).toBe(code);
  });

  test('a refused token and a missing one have different codes', async () => {
    const { url } = await serve(answerJson({ error: 'No' }, 401));
    const words = ['models', 'fill-mask', ...at({ url })];
    expect(await failureCode(words, { HF_TOKEN: 'hf_test' })).toBe('TOKEN_REFUSED');
    expect(await failureCode(words)).toBe('NOT_SIGNED_IN');
  });

  test.each([
    ['Invalid credentials in Authorization header', 'You are not signed in'],
    ['Invalid username or password.', 'You are not signed in'],
    ['This repository moved', 'This repository moved'],
  ])('T17: %j without credentials is reported as %j', async (error, message) => {
    const { url } = await serve(answerJson({ error }, 401));
    const words = ['models', 'fill-mask', ...at({ url })];
    const { stderr } = await cli(words);
    expect(stderr.split('\n')[0]).toBe(`error: ${message}`);
    const refused = await cli(words, { environment: { HF_TOKEN: 'hf_test' } });
    expect(refused.stderr.split('\n')[0]).toBe(`error: ${error}`);
  });

  test('an error in a response with status 200 has the code of the status that it names', async () => {
    const answer = { error: { message: 'Slow down', code: 429 } };
    expect(await runAt(answerJson(answer))).toBe('RATE_LIMITED');
  });

  test('a response of the wrong shape', async () => {
    expect(await runAt(answerJson({ a: 1 }))).toBe('UNEXPECTED_RESPONSE');
  });

  test('no response in time', async () => {
    expect(await runAt(() => undefined)).toBe('TIMEOUT');
  });

  test('no server at the URL', async () => {
    const words = ['run', 'fill-mask', 'a [MASK]', '--endpoint-url', 'http://127.0.0.1:9'];
    expect(await failureCode(words)).toBe('NETWORK');
  });

  test('an unknown model', async () => {
    const { url } = await serve(answerJson({ error: 'No' }, 404));
    const words = ['run', 'fill-mask', 'a [MASK]', '-m', 'a/b', ...at({ url })];
    expect(await failureCode(words)).toBe('UNKNOWN_MODEL');
  });
});

describe('codes of invalid commands', () => {
  test.each([
    ['USAGE', ['run', 'fill-mask', '--nonsense']],
    ['UNKNOWN_TASK', ['run', 'nonsense', 'x']],
    ['MISSING_INPUT', ['run', 'question-answering', 'x', '-m', 'a/b']],
    ['FILE_NOT_FOUND', ['run', 'image-classification', 'absent.png', '-m', 'a/b']],
    ['INVALID_INPUT', ['config', 'set', 'provider', '']],
    ['UNKNOWN_RUN', ['history', 'show', '01KKKKKKKKKKKKKKKKKKKKKKKK']],
  ])('%s', async (code, words) => {
    expect(await failureCode(words)).toBe(code);
  });

  test('FILE_EXISTS', async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, 'out.json'), '{}');
    const words = ['run', 'fill-mask', 'a [MASK]', '-m', 'a/b', '-o', 'out.json'];
    expect(await failureCode(words, {}, folder)).toBe('FILE_EXISTS');
  });
});

test('X11: a long error keeps its start and end, the URL and the request ID', async () => {
  const long = await serve(answerJson({ [`first${'k'.repeat(6_000_000)}last`]: 1 }));
  const run = await cli(['run', 'summarization', 'x', '--endpoint-url', long.url]);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/\nerror: Invalid inference output: expected .*firstk+ \[…\] k+last/);
  const { url } = await serve(
    answerJson({ error: 'e'.repeat(10_000) }, 400, { 'X-Request-Id': 'the-request' }),
  );
  const listing = await cli(['models', 'fill-mask', '--json', ...at({ url })]);
  expect(listing.stderr).toMatch(/"message":"e+ \[…\] e+.*\/api\/models.*the-request/);
  for (const { stderr } of [run, listing]) expect(stderr.length).toBeLessThan(3000);
});

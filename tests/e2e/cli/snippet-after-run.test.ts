import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { canary } from '../../support/ask.ts';
import { at, failureIn, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerBody, answerJson, serve } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();

beforeEach(() => sandbox.forget());

function runAll(words: readonly string[], more: readonly string[] = [], folder = temporaryFolder()) {
  const environment = { HF_TOKEN: canary };
  const called = (command: string, ...rest: string[]) =>
    cli([command, ...words, ...rest, ...at(sandbox)], { environment, folder });
  return Promise.all([
    called('run', '--snippet', ...more),
    called('run'),
    called('snippet', ...more.slice(0, 4)),
  ]);
}

describe('run --snippet prints the code of the run', () => {
  const choice = ['--lang', 'python', '--client', 'requests'];

  test.each([
    ['a result', ['text-classification', 'what a day'], choice],
    ['a stream', ['text-generation', 'Hello!', '-m', 'sandbox/plain-assistant'], choice],
    ['a result, in all languages, with notes on standard error', ['text-classification', 'what a day'], []],
  ])('below %s', async (_what, words, more) => {
    const [run, plain, snippet] = await runAll(words, more);
    const stdout = `${plain.stdout}\n${snippet.stdout}`;
    expect(run).toMatchObject({ code: 0, stdout, stderr: snippet.stderr });
    expect(run.stderr).toMatch(more.length > 0 ? /^$/ : /^openai .+\.$/m);
  });

  test('on standard error with --json, so standard output has one value', async () => {
    const words = ['text-generation', 'Hello!', '-m', 'sandbox/plain-assistant', '--json'];
    const environment = { HF_TOKEN: canary };
    const run = await cli(['run', ...words, '--snippet', '--lang', 'curl', ...at(sandbox)], { environment });
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toHaveProperty('choices');
    // Neither the run nor its code streams.
    const plain = ['snippet', ...words.slice(0, -1), '--no-stream', '--lang', 'curl', ...at(sandbox)];
    const snippet = await cli(plain, { environment });
    expect(run.stderr).toBe(snippet.stdout);
  });

  test('on standard error with -o -, so standard output has the file', async () => {
    const words = ['run', 'text-to-image', 'a red circle', '-o', '-', '--snippet', '--client', 'fetch'];
    const run = await cli([...words, ...at(sandbox)], { environment: { HF_TOKEN: canary } });
    expect(run.code).toBe(0);
    expect(run.stdoutBytes.subarray(1, 4).toString()).toBe('PNG');
    expect(run.stderr).toMatch(/^import [^]*await writeFile\("output\.png"/);
  });

  test('alone on standard output with -o FILE', async () => {
    const folder = temporaryFolder();
    const words = ['text-classification', 'good'];
    const [run, , snippet] = await runAll(words, [...choice, '-o', 'a.json'], folder);
    expect(run).toMatchObject({ code: 0, stdout: snippet.stdout });
    expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'))).toBeInstanceOf(Array);
  });

  test('with the file extension of the result', async () => {
    // The header of a JPEG file and the end marker.
    const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
    const server = await serve(answerBody(jpeg, 200, { 'Content-Type': 'image/jpeg' }));
    const words = ['run', 'text-to-image', 'x', '--endpoint-url', server.url, '--client', 'fetch'];
    const folder = temporaryFolder();
    const { code, stdoutBytes, stderr } = await cli(words, { folder });
    expect(code).toBe(0);
    expect(stdoutBytes).toEqual(jpeg);
    expect(stderr).toContain('writeFile("output.jpg"');
  });

  test.each([['curl'], ['requests'], ['fetch']])('with the output file name: %s', async (client) => {
    const folder = temporaryFolder();
    const words = ['run', 'text-to-image', 'x', '-o', "mine it's.png", '--snippet', '--client', client];
    const { code, stdout } = await cli([...words, ...at(sandbox)], {
      folder,
      environment: { HF_TOKEN: canary },
    });
    expect(code).toBe(0);
    expect(existsSync(join(folder, "mine it's.png"))).toBe(true);
    expect(stdout).toMatch(/mine it('\\'')?'?s\.png|"mine it's\.png"/);
    expect(stdout).not.toContain('output.png');
  });

  test('without the token unless --with-token is given (F14)', async () => {
    const words = ['run', 'text-classification', 'x', '--snippet', ...at(sandbox)];
    const environment = { HF_TOKEN: canary };
    const [plain, json, asked] = await Promise.all([
      cli([...words, '--debug'], { environment }),
      cli([...words, '--json', '--debug'], { environment }),
      cli([...words, '--with-token', '--debug'], { environment }),
    ]);
    for (const { stdout, stderr } of [plain, json]) expect(stdout + stderr).not.toContain(canary);
    expect(asked.stdout).toContain(canary);
    expect(asked.stderr).not.toContain(canary);
  });
});

describe('without a result, run --snippet prints no code', () => {
  test('prints only the error of a failed run', async () => {
    const server = await serve(answerJson({ error: 'No.' }, 400));
    const words = ['run', 'text-classification', 'x', '--endpoint-url', server.url, '--snippet'];
    const { code, stdout, stderr } = await cli(words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
  });

  test.each([
    [['--lang', 'java'], 'USAGE', "'java'"],
    [['--client', 'openai'], 'INVALID_INPUT', 'openai'],
    [['--client', 'nonsense'], 'USAGE', "'nonsense'"],
  ])('rejects %j before the run', async (more, code, mention) => {
    const words = ['run', 'text-classification', 'x', '--snippet', '--json', ...more, ...at(sandbox)];
    const ended = await cli(words, { environment: { HF_TOKEN: 'hf_sandbox' } });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    const message = expect.stringContaining(mention) as string;
    expect(failureIn(ended.stderr)).toMatchObject({ code, message });
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test('--lang implies --snippet', async () => {
  const { code, stdout } = await cli(['run', 'text-classification', 'x', '--sandbox', '--lang', 'curl']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/\ncurl /);
});

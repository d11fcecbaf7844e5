import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { failureIn } from '../../support/cli.ts';
import { answerBody, serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';

const json = 'application/json';

async function run(
  words: readonly string[],
  body: string,
  { type = json, folder = temporaryFolder() }: { readonly type?: string; readonly folder?: string } = {},
) {
  const server = await serve(answerBody(body, 200, { 'Content-Type': type }));
  return cli(['run', ...words, '--endpoint-url', server.url], { folder });
}

describe('X25: a response that is not a valid result', () => {
  test.each<[string, readonly string[], string, string, unknown]>([
    [
      'other fields',
      ['text-classification', 'x'],
      '{"predictions":[0.9,0.1]}',
      json,
      { predictions: [0.9, 0.1] },
    ],
    [
      'two results',
      ['summarization', 'x'],
      '[{"summary_text":"a"},{"summary_text":"b"}]',
      json,
      [{ summary_text: 'a' }, { summary_text: 'b' }],
    ],
    ['NaN, as Python writes it', ['feature-extraction', 'x'], '[0.5, NaN]', json, '[0.5, NaN]'],
    ['a number too few', ['sentence-similarity', 'x', 'y', 'z'], '[0.5]', json, [0.5]],
    ['plain text', ['translation', 'x'], 'Guten Tag', 'text/plain', 'Guten Tag'],
    [
      'deep nesting',
      ['text-classification', 'x'],
      '['.repeat(200) + ']'.repeat(200),
      json,
      '['.repeat(200) + ']'.repeat(200),
    ],
  ])('%s: is printed, in the JSON of the error, and recorded', async (_what, words, body, type, received) => {
    const folder = temporaryFolder();
    const plain = await run(words, body, { type, folder });
    expect(plain).toMatchObject({
      code: 1,
      stdout: `${typeof received === 'string' ? received : JSON.stringify(received)}\n`,
    });
    expect(plain.stderr).toMatch(
      /^The response is not a valid result; it is on standard output\.\nerror: Invalid/,
    );
    const asJson = await run([...words, '--json'], body, { type });
    expect(asJson).toMatchObject({ code: 1, stdout: '' });
    expect(failureIn(asJson.stderr)).toMatchObject({ code: 'UNEXPECTED_RESPONSE', received });
    const recorded = await cli(['history', 'show', 'last', '--json'], { folder });
    expect((JSON.parse(recorded.stdout) as { result: object }).result).toMatchObject({
      status: 'failed',
      partial: plain.stdout.trimEnd(),
    });
  });

  test.each(['out.png', 'out.json', 'a.txt'])('is never written into an image: -o %s', async (name) => {
    const folder = temporaryFolder();
    const body = '{"images":["AAAA"]}';
    const { stdout, stderr } = await run(['text-to-image', 'x', '-o', name], body, { folder });
    const path = name === 'out.png' ? 'out.png.json' : name;
    expect(stdout).toBe('');
    expect(stderr).toContain(`The response is not a valid result; it is in ${path}\n`);
    expect(readFileSync(join(folder, path), 'utf8')).toBe(body);
    // An existing file stays.
    writeFileSync(join(folder, path), 'mine');
    await run(['text-to-image', 'x', '-o', name], body, { folder });
    expect(readFileSync(join(folder, path), 'utf8')).toBe('mine');
  });

  test.each([
    ['a page', '<!doctype html><p>Welcome', 'text/html'],
    ['bytes', 'a\0b', 'application/octet-stream'],
    ['nothing', '{}', json],
  ])('%s is not shown', async (_what, body, type) => {
    expect(await run(['text-classification', 'x'], body, { type })).toMatchObject({ code: 1, stdout: '' });
  });

  test('bytes for an image go to a pipe, and other responses do not', async () => {
    expect(await run(['text-to-image', 'x'], '{"images":["AAAA"]}')).toMatchObject({ code: 1, stdout: '' });
  });

  test('a whole answer in place of a stream is printed', async () => {
    const body = '{"choices":[{"message":{"content":"Hi"}}]}';
    const server = await serve(answerBody(body, 200, { 'Content-Type': json }));
    const words = ['chat', 'x', '-m', 'org/model', '--endpoint-url', `${server.url}/v1/chat/completions`];
    expect(await cli(words)).toMatchObject({ code: 1, stdout: `${body}\n` });
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRunLink, parseRunFile } from '@tryout/engine';
import { beforeEach, expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerInTurn, answerJson, serve } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };
const all = ['--no-cache', '--wait', '--no-load'];

beforeEach(() => sandbox.forget());

const names = ['x-use-cache', 'x-wait-for-model', 'x-load-model'] as const;

/** The optional headers of the requests to models. */
const sent = () =>
  sandbox.requests
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => names.map((name) => headers[name]));

const run = (words: readonly string[], folder = temporaryFolder()) =>
  cli([...words, '--no-history', ...at(sandbox)], { folder, environment });

test.each([
  ['a text', ['run', 'text-classification', 'what a day']],
  ['a list', ['run', 'zero-shot-classification', 'what a day', 'weather', 'sport']],
  ['a question', ['run', 'question-answering', 'Who?', 'Anna is here.']],
  ['a chat', ['chat', 'Hello', '-m', 'sandbox/plain-assistant']],
  [
    'a chat at hf-inference',
    ['chat', 'Hello', '-m', 'sandbox/plain-assistant', '--provider', 'hf-inference'],
  ],
])('S11: %s sends the headers for its options', async (_name, words) => {
  expect(await run([...words, ...all])).toMatchObject({ code: 0 });
  expect(await run([...words, '--no-load'])).toMatchObject({ code: 0 });
  expect(await run(words)).toMatchObject({ code: 0 });
  expect(sent()).toEqual([
    ['false', 'true', '0'],
    [undefined, undefined, '0'],
    [undefined, undefined, undefined],
  ]);
});

test.each([
  ['an endpoint', '/here', [{ label: 'MINE', score: 1 }], ['run', 'text-classification', 'hi']],
  [
    'a chat endpoint',
    '/v1/chat/completions',
    {
      id: 'c',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
    },
    ['chat', 'hi', '--no-stream'],
  ],
])('S11: %s gets the headers', async (_name, path, answer, words) => {
  const endpoint = await serve(answerJson(answer));
  const { code, stderr } = await run([...words, '--endpoint-url', `${endpoint.url}${path}`, ...all]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(endpoint.received[0]?.headers).toMatchObject({
    'x-use-cache': 'false',
    'x-wait-for-model': 'true',
    'x-load-model': '0',
  });
});

test.each([
  ['fal-ai', ['run', 'text-to-image', 'a red circle', '--provider', 'fal-ai', '-o', 'x.png']],
  ['groq', ['chat', 'Hello', '-m', 'sandbox/plain-assistant', '--provider', 'groq']],
])('S11: %s does not get the headers, with a note', async (provider, words) => {
  const folder = temporaryFolder();
  const { code, stderr } = await run([...words, '--no-cache', '--wait'], folder);
  expect(code).toBe(0);
  expect(stderr).toContain(`${provider} does not receive --no-cache and --wait; only`);
  expect(sent().flat().filter(Boolean)).toEqual([]);
  if (provider !== 'fal-ai') return;
  // The image comes from a queue, which is polled.
  expect((await readFile(join(folder, 'x.png'))).subarray(1, 4).toString()).toBe('PNG');
  const polls = sandbox.requests.filter(({ method, url }) => method === 'GET' && url.includes('/requests/'));
  expect(polls.length).toBeGreaterThan(1);
});

test('S11: a 503 is retried with a request to wait, next to the other headers', async () => {
  const loading = answerJson({ error: 'Model is loading' }, 503);
  const endpoint = await serve(answerInTurn(loading, answerJson([{ label: 'MINE', score: 1 }])));
  const words = ['run', 'text-classification', 'hi', '--endpoint-url', endpoint.url, '--no-cache'];
  expect(await run(words)).toMatchObject({ code: 0 });
  expect(endpoint.received.map(({ headers }) => names.map((name) => headers[name]))).toEqual([
    ['false', undefined, undefined],
    ['false', 'true', undefined],
  ]);
});

test('S11: run files and links keep the options, and rerun adds to them', async () => {
  const folder = temporaryFolder();
  const words = ['run', 'text-classification', 'what a day', '--no-cache', '--save-run', 'a.run.json'];
  expect(await run(words, folder)).toMatchObject({ code: 0 });
  const text = await readFile(join(folder, 'a.run.json'), 'utf8');
  const stored = { run: parseRunFile(text, 'a.run.json'), media: new Map() };
  expect(stored.run.flags).toEqual(['no-cache']);
  const { url } = await createRunLink(stored, 'https://app.test/');
  expect(await run(['rerun', 'a.run.json', '--wait'], folder)).toMatchObject({ code: 0 });
  expect(await run(['rerun', url], folder)).toMatchObject({ code: 0 });
  expect(sent()).toEqual([
    ['false', undefined, undefined],
    ['false', 'true', undefined],
    ['false', undefined, undefined],
  ]);
});

test.each(['no-caches', 'X-Use-Cache: false', 7])(
  'S11: a run file with the flag %j is rejected',
  async (flag) => {
    const folder = temporaryFolder();
    const inputs = { text: 'hi' };
    const file = { tryout: 1, id: '01K9ZC3Q6V2M7W8XN4T5R6Y7Z8', task: 'text-classification', inputs };
    await writeFile(join(folder, 'a.run.json'), JSON.stringify({ ...file, flags: [flag] }));
    expect(await run(['rerun', 'a.run.json'], folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('flags.0 is invalid') as unknown,
    });
  },
);

test('S11: all code has the headers', async () => {
  const words = ['snippet', 'text-generation', 'hi', '-m', 'sandbox/plain-assistant', '--json', ...all];
  const codes = JSON.parse((await run(words)).stdout) as { client: string; code: string }[];
  expect(codes.map(({ client }) => client)).toHaveLength(7);
  for (const { code } of codes) {
    expect(code).toMatch(/X-Use-Cache"?: "?false/);
    expect(code).toMatch(/X-Wait-For-Model"?: "?true/);
    expect(code).toMatch(/X-Load-Model"?: "?0/);
  }
});

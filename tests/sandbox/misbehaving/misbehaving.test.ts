import { expect, it } from 'vitest';
import { sharedSandbox } from '../../support/recording-sandbox.ts';
import { post, readEvents, sandboxFor } from '../support.ts';

const messages = [{ role: 'user', content: 'alpha beta' }];

async function run(name: string, body: unknown = { inputs: 'How are you?' }) {
  const { inferenceUrl } = await sharedSandbox();
  return post(`${inferenceUrl}/hf-inference/models/trouble/${name}`, body);
}

async function chat(name: string): Promise<Response> {
  const { inferenceUrl } = await sharedSandbox();
  const body = { model: `trouble/${name}`, messages, stream: true };
  return post(`${inferenceUrl}/v1/chat/completions`, body);
}

it('every second request succeeds after loading', async () => {
  const { inferenceUrl } = await sandboxFor();
  const url = `${inferenceUrl}/models/trouble/loads-once`;
  const waiting = await post(url, { inputs: 'fine' });
  expect(waiting.status).toBe(503);
  expect(await waiting.json()).toMatchObject({ estimated_time: expect.any(Number) as number });
  const ready = await post(url, { inputs: 'fine' }, { 'X-Wait-For-Model': 'true' });
  expect(ready.status).toBe(200);
  expect((await post(url, { inputs: 'fine' })).status).toBe(503);
});

it.each([
  ['loads-forever', 503, /currently loading/],
  ['gated', 403, /ask for access/],
  ['payment-required', 402, /credits/],
  ['rate-limited', 429, /Too many/],
  ['echoes-token', 400, /Bearer hf_guest/],
  ['server-error', 500, /memory/],
] as const)('%s returns %i with JSON', async (name, status, error) => {
  const response = await run(name);
  expect(response.status).toBe(status);
  const body = (await response.json()) as { error: string };
  expect(body.error).toMatch(error);
  expect(response.headers.get('retry-after')).toBe(name === 'rate-limited' ? '1' : null);
  expect(response.headers.get('x-error-code')).toBe(name === 'gated' ? 'GatedRepo' : null);
});

it.each([
  ['html', 200, 'text/html'],
  ['server-error-text', 502, 'text/html'],
  ['problem-json', 500, 'application/problem+json'],
  ['svg', 200, 'image/png'],
])('%s returns %i with %s', async (name, status, type) => {
  const response = await run(name);
  expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
});

it('returns bodies that are hard to parse', async () => {
  expect(await (await run('empty')).text()).toBe('');
  expect(await (await run('null')).text()).toBe('null');
  expect(await (await run('wrong-shape')).json()).toEqual({ result: { length: 12 } });
  expect(await (await run('nested')).text()).toHaveLength(200_000);
  expect(await (await run('not-a-number')).text()).toContain('NaN');
  expect(await (await run('control-characters')).text()).toContain('\\u001b]52;');
});

it('redirects to another origin, where a model would respond', async () => {
  const { inferenceUrl, port } = await sandboxFor();
  const response = await fetch(`${inferenceUrl}/models/trouble/redirects`, {
    method: 'POST',
    headers: { Authorization: 'Bearer hf_guest' },
    body: '{"inputs":"a"}',
    redirect: 'manual',
  });
  expect(response.status).toBe(307);
  const target = new URL(response.headers.get('location') ?? '');
  expect(target.origin).toBe(`http://localhost:${port}`);
});

it('does not respond until the sandbox closes and resets the connection', async () => {
  const sandbox = await sandboxFor();
  const failure = post(`${sandbox.inferenceUrl}/models/trouble/silent`, { inputs: 'a' }).then(
    () => 'answered',
    () => 'ended',
  );
  await fetch(sandbox.hubUrl);
  await sandbox.close();
  expect(await failure).toBe('ended');
});

it('resets the connection', async () => {
  await expect(run('resets')).rejects.toThrow('fetch failed');
});

it.each([
  ['stream-without-done', null],
  ['stream-ends-with-finish-reason-only', 'stop'],
])('%s ends without [DONE]', async (name, reason) => {
  const text = await (await chat(name)).text();
  expect(text).not.toContain('[DONE]');
  const last = readEvents(text).at(-1) as { choices: { finish_reason: string | null }[] };
  expect(last.choices[0]?.finish_reason).toBe(reason);
});

it('sends an error event', async () => {
  expect(await (await chat('stream-error-event')).text()).toMatch(/event: error\ndata: {"error":"[^"]+"/);
});

it.each(['stream-cut', 'stream-resets'])('%s fails after the first words', async (name) => {
  const response = await chat(name);
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString();
  })();
  await expect(reading).rejects.toThrow();
  expect(text).toContain('alpha');
});

it.each(['stream-stalls', 'endless-stream'])('%s continues until the client disconnects', async (name) => {
  const reader = (await chat(name)).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
});

it('streams control characters and completes', async () => {
  const text = await (await chat('stream-control-characters')).text();
  expect(text).toContain('\\u001b]52;');
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
});

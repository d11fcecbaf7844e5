import { startSandbox, type RecordedRequest, type Sandbox } from '@tryout/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetModels, taskNamed, type Connection, type ResultView, type TaskId } from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import {
  ask,
  canary,
  connectionAt,
  exampleOf,
  rejection,
  type RunHandlers,
  type RunOptions,
} from '../../support/ask.ts';
import { fakeHub, providerMapping } from '../../support/fake-hub.ts';
import {
  answerBody,
  answerJson,
  sendJson,
  serve,
  startProxy,
  type LoopbackServer,
  type RequestHandler,
} from '../../support/loopback.ts';

const platformFetch = globalThis.fetch;
let sandbox: Sandbox;
let recorded: RecordedRequest[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ onRequest: (request) => recorded.push(request) });
});

afterAll(() => sandbox.close());

beforeEach(() => {
  forgetModels();
  recorded = [];
});

const guest = (): Connection => connectionAt(sandbox.hubUrl, { inferenceUrl: sandbox.inferenceUrl });

/** Runs a task's default model with its example at a provider. */
async function runAt(provider: string, task: TaskId, options: RunOptions & { handlers?: RunHandlers } = {}) {
  const connection = guest();
  const { model, values } = await exampleOf(connection, task);
  recorded = [];
  return ask(connection, task, { model, provider }, values, options);
}

describe('groq', () => {
  test.each([true, false])('a chat, streamed: %s', async (stream) => {
    const pieces: string[] = [];
    const handlers: RunHandlers = { onEvent: (event) => event.type === 'text' && pieces.push(event.text) };
    const { view, provider } = await ask(
      guest(),
      'text-generation',
      { model: 'sandbox/plain-assistant', provider: 'groq' },
      { text: 'What is 6 times 7?' },
      { stream, handlers },
    );
    if (view.kind !== 'text') return expect.fail();
    expect(view.text).toContain('42');
    expect(pieces.join('')).toBe(stream ? view.text : '');
    expect(provider).toBe('groq');
    expect(recorded.at(-1)?.url).toBe('/inference/groq/openai/v1/chat/completions');
    expect(JSON.parse(Buffer.from(recorded.at(-1)?.body ?? []).toString())).toMatchObject({
      model: 'tryout/plain-assistant',
      stream,
    });
  });
});

describe('fal-ai', () => {
  test.each(['text-to-image', 'image-to-image', 'text-to-speech', 'automatic-speech-recognition'] as const)(
    '%s: returns the same result as hf-inference and fetches files without the token',
    async (task) => {
      const { view } = await runAt('fal-ai', task);
      expect(view.kind).toBe(taskNamed(task).result.kind);
      const files = recorded.filter(({ url }) => url.startsWith('/files/'));
      expect(files).toHaveLength(task === 'automatic-speech-recognition' ? 0 : 1);
      for (const { headers } of files) expect(headers.authorization).toBeUndefined();
      const asked = recorded.filter(({ url }) => url.startsWith('/inference/fal-ai/'));
      expect(asked.length).toBeGreaterThan(0);
      for (const { headers } of asked) expect(headers.authorization).toBe(`Bearer ${canary}`);
      const same = await runAt('hf-inference', task);
      expect(comparable(same.view)).toEqual(comparable(view));
    },
  );

  test('does not replace the global fetch, even during concurrent runs', async () => {
    await Promise.all([runAt('fal-ai', 'text-to-image'), runAt('fal-ai', 'text-to-image')]);
    expect(globalThis.fetch).toBe(platformFetch);
  });
});

/** A view with its bytes as text, which compares much faster. */
function comparable(view: ResultView): object {
  if (!('media' in view)) return view;
  const { bytes, contentType } = view.media;
  return { ...view, media: { contentType, bytes: Buffer.from(bytes).toString('latin1') } };
}

/** Hub, router and provider in one: a fal.ai queue of a text-to-image model with the given responses. */
async function queue(answers: {
  submitted?: object;
  status?: RequestHandler;
  result?: RequestHandler;
}): Promise<LoopbackServer> {
  const hub = await fakeHub({
    model: { id: 'o/m', inferenceProviderMapping: providerMapping('x/y', 'text-to-image', ['fal-ai']) },
    inference: (received, response) => {
      // A completed job avoids the delay before the first status request.
      const state = answers.status ? 'IN_QUEUE' : 'COMPLETED';
      const job = { request_id: '1', status: state, response_url: `${hub.url}/x/y/requests/1` };
      if (received.method === 'POST') return sendJson(response, answers.submitted ?? job);
      if (/\/status\b/.test(received.url)) return answers.status?.(received, response);
      return answers.result?.(received, response);
    },
  });
  return hub;
}

const paint = (connection: Connection, handlers?: RunHandlers) =>
  ask(connection, 'text-to-image', { model: 'o/m' }, { text: 'ham' }, { handlers });

const imageAt = (url: string): RequestHandler => answerJson({ images: [{ url }] });

describe('a queue that fails', () => {
  const wrong: [string, Parameters<typeof queue>[0], object][] = [
    ['a submission without an id', { submitted: { status: 'IN_QUEUE' } }, { name: 'OutputError' }],
    ['a submission that is not an object', { submitted: [] }, { name: 'OutputError' }],
    [
      'a rejected status request',
      { status: answerJson({ error: `no ${canary}` }, 403) },
      { name: 'InferenceError', status: 403, message: 'no hf_***', outcome: 'refused' },
    ],
    [
      'a status that is not JSON',
      { status: (_, response) => response.end('<html>') },
      { name: 'OutputError' },
    ],
    [
      'a failed result',
      { result: answerJson({ detail: 'NSFW' }, 422) },
      { name: 'InferenceError', status: 422, message: 'NSFW' },
    ],
    ['a result of an unexpected shape', { result: answerJson({ images: [] }) }, { name: 'OutputError' }],
    ['a null result', { result: answerJson(null) }, { name: 'OutputError' }],
    [
      'an unreachable file host',
      { result: imageAt('https://no-such-host.invalid/x.png') },
      { name: 'NetworkError' },
    ],
    [
      'X4: a file over http',
      { result: imageAt('http://no-such-host.invalid/x.png') },
      {
        name: 'RedirectError',
        message: 'fal-ai returned a file on no-such-host.invalid, which was not downloaded',
      },
    ],
    [
      'X11: a file with the token in its URL',
      { result: imageAt(`https://no-such-host.invalid/x.png?token=${canary.replace('h', '%68')}`) },
      { name: 'RedirectError' },
    ],
    ['a local file', { result: imageAt('http+file:///etc/passwd') }, { name: 'OutputError' }],
    [
      'a file URL with credentials',
      { result: imageAt('http://a:b@127.0.0.1/x.png') },
      { name: 'OutputError' },
    ],
  ];

  test.each(wrong)(
    '%s is reported and does not replace the global fetch',
    async (_what, answers, expected) => {
      const server = await queue(answers);
      const error = await rejection(paint(connectionAt(server.url)));
      expect(error).toMatchObject({ outcome: 'failed', ...expected });
      expect(error.message + (error.stack ?? '')).not.toContain(canary);
      expect(globalThis.fetch).toBe(platformFetch);
    },
  );

  test('HTML instead of an image is rejected', async () => {
    const files = await serve(answerBody('<html>', 200, { 'Content-Type': 'image/png' }));
    const server = await queue({ result: imageAt(`${files.url}/x.png`) });
    expect(await rejection(paint(connectionAt(server.url)))).toMatchObject({ name: 'OutputError' });
    expect(files.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test('X4: a remote provider cannot refer to a file on this machine', async () => {
    const files = await serve((_, response) => response.end());
    for (const address of [files.url, files.otherUrl, files.url.replace('http:', 'https:')]) {
      const server = await queue({ result: imageAt(`${address}/x.png`) });
      const { url: proxy } = await startProxy({ port: server.port });
      const connection = connectionAt('http://hub.invalid', {
        transport: nodeTransport({ environment: { HTTP_PROXY: proxy }, userAgent: 'tryout-tests' }),
      });
      const error = await rejection(paint(connection));
      expect(error).toMatchObject({
        name: 'RedirectError',
        message: `fal-ai returned a file on ${new URL(address).host}, which was not downloaded`,
      });
    }
    expect(files.received).toEqual([]);
  });

  test('a file host that redirects gets no token', async () => {
    const last = await serve(answerBody('', 404));
    const files = await serve(answerBody('', 302, { Location: `${last.url}/y` }));
    const server = await queue({ result: imageAt(`${files.url}/x.png`) });
    expect(await rejection(paint(connectionAt(server.url)))).toMatchObject({
      name: 'InferenceError',
      status: 404,
    });
    for (const { headers } of [...files.received, ...last.received])
      expect(headers.authorization).toBeUndefined();
  });
});

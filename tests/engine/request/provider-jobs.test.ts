import {
  fileFromBlob,
  performRun,
  taskNamed,
  type Connection,
  type RunEvent,
  type TaskId,
  type Values,
} from '@tryout/engine';
import { expect, test } from 'vitest';
import { canary, connectionAt, connectionTo, deadlines, rejection, requestFor } from '../../support/ask.ts';
import { exampleValues } from '../../support/example-values.ts';
import { fakeHub, providerMapping } from '../../support/fake-hub.ts';
import { answerBody, sendJson, serve, type LoopbackServer } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

type PerformOptions = NonNullable<Parameters<typeof performRun>[2]>;
type QueueEvent = Extract<RunEvent, { type: 'queue' }>;

const animator = { model: 'sandbox/shape-animator', provider: 'fal-ai' };
const values = { text: 'a red circle falls' };

function perform(
  connection: Connection,
  task: TaskId,
  place: { model: string; provider?: string },
  options: PerformOptions & { values?: Values } = {},
) {
  const setup = { task: taskNamed(task), place, values: options.values ?? values, stream: false };
  return performRun(connection, setup, options);
}

/** Performs a run that ends when it is queued, and returns what the provider answered. */
async function queueOnly(connection: Connection, place = animator) {
  const controller = new AbortController();
  let event: QueueEvent | undefined;
  const run = await perform(connection, 'text-to-video', place, {
    signal: controller.signal,
    onEvent(each) {
      if (each.type !== 'queue') return;
      event ??= each;
      controller.abort();
    },
  });
  return { run, event: event! };
}

/** A video file as far as its header says. */
const video = Buffer.from(`\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2${'\0'.repeat(64)}`, 'latin1');

test('reports that a run is queued, its position, that it runs, and the longer deadline', async () => {
  const sandbox = await recordingSandbox();
  const events: string[] = [];
  const run = await perform(connectionTo(sandbox), 'text-to-video', animator, {
    onEvent(event) {
      if (event.type !== 'queue') return;
      events.push(`${event.status} ${event.position ?? ''} ${event.provider} ${event.timeout}`);
    },
  });
  expect(run).toMatchObject({ status: 'done', result: { view: { kind: 'video' } } });
  expect(events.slice(0, 3)).toEqual([2, 1, 0].map((position) => `queued ${position} fal-ai 1800`));
  expect(new Set(events.slice(3))).toEqual(new Set(['running  fal-ai 1800']));
});

test('a deadline of the user stays, and ends the run at the provider', async () => {
  const sandbox = await recordingSandbox();
  const connection = { ...connectionTo(sandbox), ...deadlines({ total: 0.8 }) };
  const run = await perform(connection, 'text-to-video', animator);
  expect(run).toMatchObject({ status: 'failed', error: { name: 'TimeoutError' } });
  expect(sandbox.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('canceling a run cancels it at fal-ai, with the token', async () => {
  const sandbox = await recordingSandbox();
  const { run, event } = await queueOnly(connectionTo(sandbox));
  expect(run.status).toBe('canceled');
  expect(event.position).toBe(2);
  const [cancel, ...others] = sandbox.requests.filter(({ method }) => method === 'PUT');
  expect(others).toEqual([]);
  expect(cancel).toMatchObject({
    url: expect.stringMatching(
      /^\/inference\/fal-ai\/.*\/requests\/[\w-]+\/cancel\?_subdomain=queue$/,
    ) as string,
    headers: { authorization: 'Bearer hf_sandbox' },
  });
});

test('a queued run is found again without another request to the model', async () => {
  const sandbox = await recordingSandbox();
  const connection = connectionTo(sandbox);
  const controller = new AbortController();
  let job: QueueEvent['job'] | undefined;
  // As when the page is closed: nothing more is sent.
  const closed: Connection = {
    ...connection,
    transport: {
      ...connection.transport,
      exchange: (request) =>
        request.method === 'PUT'
          ? Promise.reject(new Error('closed'))
          : connection.transport.exchange(request),
    },
  };
  await perform(closed, 'text-to-video', animator, {
    signal: controller.signal,
    onEvent(event) {
      if (event.type !== 'queue') return;
      job = event.job;
      controller.abort();
    },
  });
  sandbox.forget();
  const startedAt = new Date(Date.now() - 60_000);
  const run = await perform(connection, 'text-to-video', animator, { job: { ...job!, startedAt } });
  expect(run).toMatchObject({ status: 'done', startedAt, result: { view: { kind: 'video' } } });
  expect(run.seconds).toBeGreaterThan(60);
  expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);

  const other = { ...animator, model: 'sandbox/note-player' };
  const mistaken = await perform(connection, 'text-to-audio', other, { job: { ...job!, startedAt } });
  expect(mistaken).toMatchObject({ status: 'failed', error: { name: 'InputError' } });
  expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

/** Hub and replicate in one. */
async function replicate(states: object[]): Promise<LoopbackServer> {
  const hub: LoopbackServer = await fakeHub({
    model: { id: 'o/m', inferenceProviderMapping: providerMapping('x/y', 'text-to-video', ['replicate']) },
    inference(received, response) {
      if (received.url.endsWith('/file')) return answerBody(video)(received, response);
      const state = received.method === 'GET' ? (states.shift() ?? {}) : { status: 'starting' };
      sendJson(response, { id: 'p1', output: null, ...state });
    },
  });
  return hub;
}

const requestsTo = ({ received }: LoopbackServer, part: string) =>
  received.filter(({ url }) => url.includes(part)).map(({ method, url }) => `${method} ${url}`);

test('replicate is asked until the video is complete, and cancels it', async () => {
  const states: object[] = [{ status: 'processing' }];
  const hub = await replicate(states);
  states.push({ status: 'succeeded', output: `${hub.url}/file` });
  const connection = connectionAt(hub.url);
  const place = { model: 'o/m', provider: 'replicate' };
  const run = await perform(connection, 'text-to-video', place);
  expect(run).toMatchObject({ status: 'done', result: { view: { media: { contentType: 'video/mp4' } } } });
  expect(requestsTo(hub, '/predictions/p1')).toEqual(Array(2).fill('GET /replicate/v1/predictions/p1'));

  const { run: canceled } = await queueOnly(connection, place);
  expect(canceled.status).toBe('canceled');
  expect(requestsTo(hub, '/cancel')).toEqual(['POST /replicate/v1/predictions/p1/cancel']);
});

test.each([
  ['another host', (url: string) => `${url}/x/y/requests/1`],
  ['a path that leaves', (url: string) => `${url}/%2e%2e/../../x/y/requests/1`],
  ['no URL', () => 'nothing'],
])('the token is not sent to where a response of the queue points: %s', async (_name, urlAt) => {
  const elsewhere = await serve((_received, response) => response.end());
  const hub = await fakeHub({
    model: { id: 'o/m', inferenceProviderMapping: providerMapping('x/y', 'text-to-video', ['fal-ai']) },
    inference: (_received, response) =>
      sendJson(response, {
        request_id: '1',
        status: 'IN_QUEUE',
        queue_position: 1e300,
        response_url: urlAt(elsewhere.url),
        cancel_url: `${elsewhere.url}/cancel`,
        status_url: elsewhere.url,
      }),
  });
  const { run, event } = await queueOnly(connectionAt(hub.url), { model: 'o/m', provider: 'fal-ai' });
  expect(run.status).toBe('canceled');
  expect(event.position).toBeUndefined();
  expect(elsewhere.received).toEqual([]);
  for (const { url } of hub.received.filter(({ method }) => method !== 'GET'))
    expect(url).toMatch(/^\/fal-ai\/x\/y/);
  expect(JSON.stringify(hub.received.map(({ url }) => url))).not.toContain(canary);
});

const paths: readonly (readonly [string, string])[] = [
  ['a path of the router', 'x:../../v1/models'],
  ['a longer name than the provider', 'x:-evil/v1/models'],
  ['an encoded dot segment', 'https://queue.fal.run/x/%2e%2e%2f%2e%2e%2fv1/models'],
  ['an encoded slash', 'https://queue.fal.run/..%2f..%2fv1%2fmodels'],
  ['dots that are encoded twice', 'https://queue.fal.run/%252e%252e/%252e%252e/v1/models'],
  ['two slashes', 'https://queue.fal.run//v1/models'],
  ['an encoded backslash', 'https://queue.fal.run/..%5c..%5cv1/models'],
  ['a user name', 'x:@elsewhere/v1/models'],
];

test.each(paths)('X41: a queue does not lead to other paths with the token: %s', async (_name, address) => {
  for (const [provider, answer] of [
    ['fal-ai', { request_id: '1', status: 'IN_QUEUE', response_url: address }],
    ['wavespeed', { data: { status: 'created', id: '1', urls: { get: address } } }],
  ] as const) {
    const hub = await fakeHub({
      model: { id: 'o/m', inferenceProviderMapping: providerMapping('x/y', 'text-to-video', [provider]) },
      inference: (_received, response) => sendJson(response, answer),
    });
    const run = await perform(connectionAt(hub.url), 'text-to-video', { model: 'o/m', provider });
    expect(run).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining(`${provider} sent a URL`) as string },
    });
    const requests = hub.received.filter(({ url }) => !url.startsWith('/api/models/'));
    expect(requests.map(({ method }) => method)).toEqual(['POST']);
  }
});

test.each([['/v1/models'], ['/other/x/y'], ['//v1/models'], ['/fal-ai/../v1/models']])(
  'X41: nor does a redirect of a queue, or a file that it names: %s',
  async (path) => {
    const isFile = path === '/other/x/y';
    const hub = await fakeHub({
      model: { id: 'o/m', inferenceProviderMapping: providerMapping('x/y', 'text-to-video', ['fal-ai']) },
      inference: ({ method, url }, response) => {
        if (method === 'POST')
          return sendJson(response, {
            request_id: '1',
            status: 'COMPLETED',
            response_url: 'https://queue.fal.run/x/y/requests/1',
          });
        if (isFile && url.startsWith('/fal-ai/'))
          return sendJson(response, { video: { url: `${hub.url}${path}` } });
        return response
          .writeHead(isFile ? 200 : 307, { location: path, 'content-type': 'video/mp4' })
          .end('video');
      },
    });
    await perform(connectionAt(hub.url), 'text-to-video', { model: 'o/m', provider: 'fal-ai' });
    const outside = hub.received.filter(({ url }) => !/^\/(?:api|fal-ai)\//.test(url));
    expect(outside.map(({ headers }) => headers.authorization)).toEqual(isFile ? [undefined] : []);
  },
);

test.each([['text-to-video'], ['text-to-image'], ['automatic-speech-recognition']] as const)(
  'R20: %s runs at the first provider that is known, however many come before',
  async (task) => {
    const names = ['brand-new', 'constructor', 'toString', 'fal-ai', 'hf-inference'];
    const hub = await fakeHub({
      model: { id: 'o/m', inferenceProviderMapping: providerMapping('x/y', task, names) },
    });
    const find = async (provider?: string) => {
      const place = { model: 'o/m', ...(provider ? { provider } : {}) };
      return (await requestFor(connectionAt(hub.url), task, place, exampleValues)).run.route;
    };
    expect(await find()).toMatchObject({ kind: 'provider', provider: { provider: 'fal-ai' } });
    // One that was asked for is not replaced.
    expect((await rejection(find('brand-new'))).message).toContain('brand-new');
  },
);

test('R20: without a known provider, the run names the first one', async () => {
  const hub = await fakeHub({
    model: {
      id: 'o/m',
      inferenceProviderMapping: providerMapping('x/y', 'text-to-image', ['brand-new', 'newer']),
    },
  });
  const run = await perform(connectionAt(hub.url), 'text-to-image', { model: 'o/m' });
  expect(run).toMatchObject({
    status: 'failed',
    error: { message: 'brand-new does not support text-to-image yet' },
  });
});

test('further images go into the list of a provider; providers without one refuse them', async () => {
  const image = (name: string) => fileFromBlob(new Blob([name], { type: 'image/png' }), name);
  const inputs = { image: image('a'), text: 'side by side', secondImage: image('b'), thirdImage: image('c') };
  const build = async (task: TaskId, provider: string) => {
    const hub = await fakeHub({
      model: { id: 'o/m', inferenceProviderMapping: providerMapping('x/y', task, [provider]) },
    });
    return requestFor(connectionAt(hub.url), task, { model: 'o/m' }, inputs);
  };
  for (const [provider, list] of [
    ['fal-ai', 'image_urls'],
    ['wavespeed', 'images'],
  ] as const) {
    const { wire } = await build('image-text-to-image', provider);
    const body = (wire.body as unknown as { json: Record<string, { file: { name: string } }[]> }).json;
    expect(body[list]!.map(({ file }) => file.name)).toEqual(['a', 'b', 'c']);
    expect(body).toMatchObject({ prompt: 'side by side' });
  }
  await expect(build('image-text-to-image', 'hf-inference')).rejects.toThrow('hf-inference takes one image');
});

import {
  browserTransport,
  buildRequest,
  completeRedirect,
  defaultDeadlines,
  findRoute,
  getJson,
  identify,
  listModels,
  loadOAuth,
  memoryTokenStore,
  run,
  send,
  taskNamed,
  tokenRenewal,
  type Connection,
  type Place,
  type RunEvent,
  type RunHandlers,
} from '@tryout/engine';
import { expect, inject, test } from 'vitest';
import { json, serve, type Rules } from './support/server.ts';

/** A token that must only ever appear in an Authorization header. */
const TOKEN = 'hf_CanaryThatMustNotBeSeen0123456789';
const CLIENT = 'test-client';

/** A connection to one server that is both hub and inference host. */
const connectTo = (url: string, more: Partial<Connection> = {}): Connection => ({
  transport: browserTransport,
  hubUrl: url,
  inferenceUrl: url,
  token: TOKEN,
  deadlines: defaultDeadlines,
  ...more,
});

const sandbox = (): Connection => ({ ...connectTo(''), ...inject('sandbox'), token: 'hf_sandbox' });

async function ask(connection: Connection, id: string, place: Place, handlers?: RunHandlers) {
  const task = taskNamed(id);
  const route = await findRoute(connection, task, place);
  return run(connection, await buildRequest(task, route, { text: 'What is 6 times 7?' }), handlers);
}

const classify = (connection: Connection, handlers?: RunHandlers) =>
  ask(connection, 'text-classification', { endpointUrl: connection.hubUrl }, handlers);

const talk = (name: string, handlers?: RunHandlers) =>
  ask(sandbox(), 'text-generation', { model: name }, handlers);

/** The error that a promise is rejected with. */
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('no error'),
    (error: unknown) => error as Error,
  );

test.each([
  ['gated', { status: 403, outcome: 'refused' }],
  ['rate-limited', { status: 429, retryAfter: 1 }],
  ['server-error', { status: 500, message: 'CUDA out of memory.' }],
  ['server-error-text', { status: 502, message: 'An error occurred while fetching the blob' }],
  ['problem-json', { status: 500, message: 'The worker has died.' }],
  ['loads-forever', { status: 503 }],
  ['html', { code: 'UNEXPECTED_RESPONSE' }],
  ['empty', { code: 'UNEXPECTED_RESPONSE' }],
  ['nested', { code: 'UNEXPECTED_RESPONSE' }],
  ['resets', { name: 'NetworkError' }],
  ['redirects', { name: 'RedirectError' }],
])('over the browser’s fetch, the failure %s has its cause', async (name, expected) => {
  const error = await rejection(ask(sandbox(), 'text-classification', { model: `trouble/${name}` }));
  expect(error).toMatchObject(expected);
  expect(error.message).not.toContain('hf_sandbox');
});

test('an error of the Hub has status, URL, request ID and data, and no token', async () => {
  const { url } = await serve({
    '': json({ error: `no ${TOKEN}` }, { status: 404, headers: { 'X-Request-Id': 'r-1' } }),
  });
  expect(await rejection(getJson(connectTo(url), `${url}/api/models/o/m`))).toMatchObject({
    name: 'HubApiError',
    message: `no hf_***. URL: ${url}/api/models/o/m. Request ID: r-1`,
    statusCode: 404,
    requestId: 'r-1',
    data: { error: 'no hf_***' },
  });
});

test('a loading model is retried once', async () => {
  const waits: RunEvent[] = [];
  const onEvent = (event: RunEvent) => event.type === 'waiting' && waits.push(event);
  const { view } = await ask(sandbox(), 'text-classification', { model: 'trouble/loads-once' }, { onEvent });
  expect(view.kind).toBe('labels');
  expect(waits).toEqual([{ type: 'waiting', seconds: 0.3 }]);
});

test.each([
  ['first byte', { firstByte: 0.1 }, { ending: 'silence' }],
  ['idle', { idle: 0.1 }, { text: '[', ending: 'open' }],
] as const)('the deadline “%s” ends a request', async (deadline, changes, reply) => {
  const { url, hasLeft } = await serve({ '': reply });
  const connection = connectTo(url, { deadlines: { ...defaultDeadlines, ...changes } });
  expect(await rejection(classify(connection))).toMatchObject({ name: 'TimeoutError', deadline });
  expect(await hasLeft('/')).toBe(true);
});

test('canceling ends the request, also while a text streams', async () => {
  const { url, hasLeft, requests } = await serve({ '': { ending: 'silence' } });
  const waiting = new AbortController();
  const error = rejection(classify(connectTo(url), { signal: waiting.signal }));
  await expect.poll(async () => (await requests()).length).toBe(1);
  waiting.abort();
  expect(await error).toMatchObject({ name: 'CanceledError' });
  expect(await hasLeft('/')).toBe(true);
  const streaming = new AbortController();
  const handlers: RunHandlers = {
    signal: streaming.signal,
    onEvent: (event) => void (event.type === 'text' && streaming.abort()),
  };
  expect(await rejection(talk('trouble/endless-stream', handlers))).toMatchObject({
    name: 'CanceledError',
    outcome: 'canceled',
  });
});

test('inputs and tokens do not follow a redirect to another origin', async () => {
  const foreign = await serve({ '': json([]) });
  const { url } = await serve({ '': { status: 307, headers: { Location: foreign.url } } });
  expect(await rejection(send(connectTo(url), { method: 'GET', url }))).toMatchObject({
    name: 'RedirectError',
  });
  expect(await rejection(classify(connectTo(url, { token: undefined })))).toMatchObject({
    name: 'RedirectError',
  });
  // Browsers follow a GET themselves.
  expect((await foreign.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
  for (const { headers } of await foreign.requests()) expect(headers).not.toHaveProperty('authorization');
});

test('a public file is fetched from a redirect without the token', async () => {
  const files = await serve({ '': json(['file']) });
  const server = await serve({ '': { status: 302, headers: { Location: `${files.url}/x` } } });
  const answer = await send(connectTo(server.url), { method: 'GET', url: server.url, isPublic: true });
  expect(await answer.text(100)).toBe('["file"]');
  for (const { headers } of [...(await server.requests()), ...(await files.requests())])
    expect(headers).not.toHaveProperty('authorization');
});

test('a chat streams the pieces of its answer', async () => {
  const pieces: string[] = [];
  const onEvent = (event: RunEvent) => void (event.type === 'text' && pieces.push(event.text));
  const { view } = await talk('sandbox/plain-assistant', { onEvent });
  expect(pieces.join('')).toContain('42');
  expect(view).toMatchObject({ kind: 'text', text: pieces.join('') });
});

test('a stream that is cut or ends early is incomplete and keeps the partial answer', async () => {
  expect(await rejection(talk('trouble/stream-without-done'))).toMatchObject({
    name: 'IncompleteAnswerError',
    partial: expect.stringContaining('times 7?') as string,
  });
  const { url, send: continueReply } = await serve({
    '': {
      headers: { 'Content-Type': 'text/event-stream' },
      text: 'data: {"choices":[{"delta":{"content":"The start"}}]}\n\n',
      ending: 'open',
    },
  });
  // Browsers drop what has not arrived before a connection ends.
  const onEvent = (event: RunEvent) => void (event.type === 'text' && void continueReply('', 'cut'));
  const answer = ask(
    connectTo(url),
    'text-generation',
    { endpointUrl: `${url}/v1/chat/completions` },
    { onEvent },
  );
  expect(await rejection(answer)).toMatchObject({ name: 'IncompleteAnswerError', partial: 'The start' });
});

test('a stream is complete after a finish reason, and fails with an error event', async () => {
  const { view } = await talk('trouble/stream-ends-with-finish-reason-only');
  expect(view).toMatchObject({ text: 'What is 6 times 7?' });
  expect(await rejection(talk('trouble/stream-error-event'))).toMatchObject({
    name: 'StreamError',
    message: 'The worker has died.',
  });
});

/** Pages of 500 models with descending downloads. */
const pages = (count: number): Rules =>
  Object.fromEntries(
    Array.from({ length: count }, (_, page) => {
      const rows = Array.from({ length: 500 }, (_row, index) => {
        const place = 500 * page + index;
        return { id: `o/${String(place).padStart(5, '0')}`, downloads: 5000 - place, likes: 0 };
      });
      const headers = { Link: `</api/models?cursor=${page + 1}>; rel="next"` };
      return [
        page === 0 ? 'limit=500' : `cursor=${page}\\b`,
        json(rows, page + 1 < count ? { headers } : {}),
      ];
    }),
  );

test('models are listed page by page, up to 1,000', async () => {
  const { url, requests } = await serve(pages(4));
  const seen: (readonly [number, boolean])[] = [];
  for await (const { models, done } of listModels(connectTo(url), { task: 'fill-mask' }))
    seen.push([models.length, done]);
  expect(seen).toEqual([
    [500, false],
    [1000, false],
    [1000, true],
  ]);
  const sent = await requests();
  expect(sent).toHaveLength(3);
  expect(Object.fromEntries(new URL(sent[0]!.url, url).searchParams)).toMatchObject({
    pipeline_tag: 'fill-mask',
    sort: 'downloads',
    limit: '500',
  });
  for (const { headers } of sent) expect(headers['authorization']).toBe(`Bearer ${TOKEN}`);
});

test('a list can be canceled between pages', async () => {
  const { url, requests } = await serve(pages(4));
  const controller = new AbortController();
  const list = async () => {
    for await (const _ of listModels(connectTo(url), { task: 'fill-mask' }, controller.signal))
      controller.abort();
  };
  expect(await rejection(list())).toMatchObject({ name: 'CanceledError' });
  expect(await requests()).toHaveLength(1);
});

const grant = {
  access_token: 'hf_oauth_new',
  token_type: 'Bearer',
  expires_in: 28_800,
  refresh_token: 'second',
};

const oauth: Rules = {
  '^/\\.well-known/openid-configuration': json({
    issuer: '$url',
    authorization_endpoint: '$url/oauth/authorize',
    token_endpoint: '$url/oauth/token',
    userinfo_endpoint: '$url/oauth/userinfo',
  }),
  '^/oauth/token': json({ ...grant, scope: 'openid profile inference-api' }),
  '^/oauth/userinfo': json({ sub: 'someone-1', name: 'Some One', preferred_username: 'someone', orgs: [] }),
};

test('the sign-in link leads through the redirect to the account', async () => {
  const { beginRedirect, finishSignIn } = await loadOAuth();
  const { url, requests } = await serve(oauth);
  const connection = connectTo(url);
  const redirectUri = 'https://app.test/';
  const link = await beginRedirect(
    { connection, clientId: CLIENT },
    { redirectUri, state: '#/fill-mask' },
    sessionStorage,
  );
  const { searchParams } = new URL(link.url);
  const parameters = new URLSearchParams({ code: 'c', state: searchParams.get('state')! });
  const page = { href: `${redirectUri}?${parameters}`, replace: () => undefined };
  const outcome = completeRedirect({ page, storage: sessionStorage });
  if (outcome.status !== 'ready') expect.fail(outcome.status);
  const { accessToken, state, userInfo } = await finishSignIn({ connection }, outcome.grant);
  expect([accessToken, state, userInfo.id]).toEqual(['hf_oauth_new', '#/fill-mask', 'someone-1']);
  const asked = (await requests()).find(({ method }) => method === 'POST')!;
  expect(asked.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
  expect(asked.headers).not.toHaveProperty('authorization');
  const verifier = new TextEncoder().encode(new URLSearchParams(asked.body).get('code_verifier')!);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', verifier));
  const challenge = btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  expect(searchParams.get('code_challenge')).toBe(challenge);
});

test('F26: concurrent requests renew a rejected token once', async () => {
  const { url, requests } = await serve({
    ...oauth,
    '^/api/whoami-v2 Bearer hf_oauth_new': json({ name: 'someone' }),
    '^/api/whoami-v2': json({ error: 'expired' }, { status: 401 }),
  });
  const store = memoryTokenStore();
  await store.write('hf_oauth_old', {
    clientId: CLIENT,
    scope: 'openid',
    expiresAt: 0,
    refreshToken: 'first',
  });
  const open = connectTo(url, { token: 'hf_oauth_old' });
  const connection = { ...open, renewal: tokenRenewal(open, store) };
  await Promise.all([identify(connection), identify(connection), identify(connection)]);
  const renewals = (await requests()).filter(({ method }) => method === 'POST');
  expect(renewals.map(({ body }) => new URLSearchParams(body).get('refresh_token'))).toEqual(['first']);
  expect((await store.read()).token).toBe('hf_oauth_new');
});

import { describe, expect, test, vi } from 'vitest';
import { loadOAuth, returnTarget, completeRedirect, type RedirectOutcome } from '@tryout/engine';
import { connectionAt, rejection } from '../support/ask.ts';
import { CLIENT, fakeHub, fieldsOf, type FakeHub } from '../support/fake-hub.ts';
import { answerBody, answerJson, serve } from '../support/loopback.ts';
import { memoryStorage, pageAt } from '../support/redirected-page.ts';

const APP = 'http://127.0.0.1:5173/app/';
const oauth = await loadOAuth();

/** A sign-in link. */
async function begin(hub: FakeHub, storage = memoryStorage(), state?: string) {
  const connection = connectionAt(hub.url);
  const asking = { connection, clientId: CLIENT };
  const { url, forget } = await oauth.beginRedirect(
    asking,
    { redirectUri: APP, ...(state === undefined ? {} : { state }) },
    storage,
  );
  const sent = new URL(url).searchParams;
  return { connection, storage, url, sent, forget, state: sent.get('state') ?? '' };
}

/** Opens the app with a response of the hub in its URL. */
function comeBack(storage: ReturnType<typeof memoryStorage>, query: Record<string, string>) {
  const page = pageAt(`${APP}?theme=dark&${new URLSearchParams(query)}#/fill-mask`);
  return { page, outcome: completeRedirect({ page, storage }) };
}

function errorOf(outcome: RedirectOutcome): Error {
  if (outcome.status !== 'failed') throw new Error(`it is ${outcome.status}`);
  return outcome.error;
}

const noTokenRequest = (hub: FakeHub) => expect(hub.to('/oauth/token')).toHaveLength(0);

describe('F20: an invalid state', () => {
  const states: [name: string, change: (state: string) => string | undefined, message: string][] = [
    ['missing', () => undefined, 'Missing oauth state from query parameters in redirected URL'],
    ['empty', () => '', 'Missing oauth state from query parameters in redirected URL'],
    ['invalid JSON', () => '{nonce', 'Invalid oauth state in redirected URL, unable to parse JSON'],
    ['null', () => 'null', 'Invalid oauth state in redirected URL'],
    ['an array', () => '["nonce"]', 'Invalid oauth state in redirected URL'],
    ['a number', () => '7', 'Invalid oauth state in redirected URL'],
    ['without a nonce', () => '{}', 'Invalid oauth state in redirected URL'],
    [
      'with a nonce that is not a string',
      () => '{"nonce":{"toString":1}}',
      'Invalid oauth state in redirected URL',
    ],
    ['with another nonce', () => '{"nonce":"x"}', 'Invalid oauth state in redirected URL'],
    ['with __proto__ as the nonce', () => '{"nonce":"__proto__"}', 'Invalid oauth state in redirected URL'],
    [
      'with another redirectUri',
      (state) => state.replace(APP, 'https://evil.test/'),
      'Invalid oauth state in redirected URL',
    ],
  ];
  test.each(states)('%s', async (_name, change, message) => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    const given = change(state);
    const { outcome } = comeBack(storage, {
      code: 'stolen',
      ...(given === undefined ? {} : { state: given }),
    });
    expect(errorOf(outcome).message).toBe(message);
    noTokenRequest(hub);
  });

  test('is reported instead of the error in the same response', async () => {
    const hub = await fakeHub();
    const { storage } = await begin(hub);
    const { outcome } = comeBack(storage, {
      error: 'made_up',
      error_description: 'Call 0900',
      state: '{}',
    });
    expect(errorOf(outcome).message).toBe('Invalid oauth state in redirected URL');
  });

  test('twice in one URL', async () => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    const both = new URLSearchParams([
      ['code', 'c'],
      ['state', state],
      ['state', '{}'],
    ]);
    const outcome = completeRedirect({ page: pageAt(`${APP}?${both}`), storage });
    expect(errorOf(outcome).message).toBe('Invalid oauth state in redirected URL');
  });

  test('replayed', async () => {
    const hub = await fakeHub();
    const { connection, storage, state } = await begin(hub);
    const first = comeBack(storage, { code: 'c', state }).outcome;
    if (first.status !== 'ready') expect.fail(first.status);
    await oauth.finishSignIn({ connection }, first.grant);
    expect(comeBack(storage, { code: 'c', state }).outcome).toEqual({
      status: 'ignored',
      warning: 'Missing oauth nonce from localStorage',
    });
    const { storage: other } = await begin(hub, storage);
    expect(errorOf(comeBack(other, { code: 'c', state }).outcome).message).toBe(
      'Invalid oauth state in redirected URL',
    );
    expect(hub.to('/oauth/token')).toHaveLength(1);
  });

  test('of another hub', async () => {
    const [hub, other] = [await fakeHub(), await fakeHub()];
    const { storage, state } = await begin(other);
    const { outcome } = comeBack(storage, { code: 'c', state });
    if (outcome.status !== 'ready') expect.fail(outcome.status);
    const { connection } = await begin(hub);
    await expect(oauth.finishSignIn({ connection }, outcome.grant)).rejects.toThrow(
      'Invalid oauth state in redirected URL',
    );
    noTokenRequest(hub);
    noTokenRequest(other);
  });
});

describe('F20: an incomplete response', () => {
  test('without its code', async () => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    expect(errorOf(comeBack(storage, { code: '', state }).outcome).message).toBe(
      'Missing oauth code from query parameters in redirected URL',
    );
  });

  test('with an empty error: uses the code', async () => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    expect(comeBack(storage, { error: '', code: 'c', state }).outcome.status).toBe('ready');
  });

  test('without a stored verifier', async () => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    for (const key of storage.entries.keys()) if (key.includes('code_verifier')) storage.entries.delete(key);
    expect(errorOf(comeBack(storage, { code: 'c', state }).outcome).message).toBe(
      'Missing oauth code_verifier from localStorage',
    );
  });

  test('from another issuer: sends no request', async () => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    const before = hub.received.length;
    const { outcome } = comeBack(storage, { code: 'c', state, iss: 'https://evil.test' });
    expect(errorOf(outcome).message).toMatch(/different issuer/);
    expect(hub.received).toHaveLength(before);
    expect(storage.length).toBe(0);
  });

  test('without the promised issuer: sends no token request', async () => {
    const hub = await fakeHub({ discovery: { authorization_response_iss_parameter_supported: true } });
    const { connection, storage, state } = await begin(hub);
    const { outcome } = comeBack(storage, { code: 'c', state });
    if (outcome.status !== 'ready') expect.fail(outcome.status);
    const error = await rejection(oauth.finishSignIn({ connection }, outcome.grant));
    expect(error).toMatchObject({ name: 'OAuthError', message: expect.stringContaining('iss') });
    noTokenRequest(hub);
  });
});

describe('F20: an untrusted discovery document', () => {
  const documents: [name: string, change: Record<string, unknown>, mention: string][] = [
    ['another issuer', { issuer: 'https://evil.test' }, 'issuer'],
    ['no issuer', { issuer: undefined }, 'issuer'],
    ['an issuer that is not a URL', { issuer: 'evil' }, ''],
    ['no token endpoint', { token_endpoint: undefined }, 'token_endpoint'],
    ['a token endpoint that is not a URL', { token_endpoint: 7 }, 'token_endpoint'],
    ['a foreign token endpoint', { token_endpoint: 'https://evil.test/token' }, 'token_endpoint'],
    [
      'a foreign authorization endpoint',
      { authorization_endpoint: 'https://evil.test/' },
      'authorization_endpoint',
    ],
    [
      'a javascript: authorization endpoint',
      { authorization_endpoint: 'javascript:alert(1)' },
      'authorization_endpoint',
    ],
    ['a foreign userinfo endpoint', { userinfo_endpoint: 'https://evil.test/' }, 'userinfo_endpoint'],
  ];
  test.each(documents)('%s', async (_name, discovery, mention) => {
    const hub = await fakeHub({ discovery });
    const storage = memoryStorage();
    const error = await rejection(begin(hub, storage));
    const message = expect.stringContaining(mention) as string;
    expect(error).toMatchObject({ code: 'SIGN_IN_FAILED', message });
    expect(storage.length).toBe(0);
    noTokenRequest(hub);
  });

  test('replaced between the two steps: sends no token request', async () => {
    const foreign = await serve(answerJson({}));
    const hub = await fakeHub();
    const { connection, storage, state } = await begin(hub);
    const { outcome } = comeBack(storage, { code: 'c', state });
    if (outcome.status !== 'ready') expect.fail(outcome.status);
    hub.replies.discovery = { token_endpoint: `${foreign.url}/token` };
    const error = await rejection(oauth.finishSignIn({ connection }, outcome.grant));
    expect(error).toMatchObject({ code: 'SIGN_IN_FAILED' });
    expect(foreign.received).toHaveLength(0);
    noTokenRequest(hub);
  });

  test.each([
    ['not found', 404, '{}'],
    ['HTML', 200, '<html>'],
    ['not an object', 200, '[]'],
    ['a server error', 502, 'oops'],
  ])('%s', async (_name, status, body) => {
    const hub = await serve(
      answerBody(body, status, { 'Content-Type': body.startsWith('<') ? 'text/html' : 'application/json' }),
    );
    const asking = { connection: connectionAt(hub.url), clientId: CLIENT };
    const error = await rejection(oauth.prepareSignIn(asking, { redirectUri: APP }));
    expect(error).toMatchObject({ code: 'SIGN_IN_FAILED', hint: expect.any(String) });
  });

  test('over http: sends no request', async () => {
    const asking = { connection: connectionAt('http://hub.test'), clientId: CLIENT };
    expect(await rejection(oauth.prepareSignIn(asking, { redirectUri: APP }))).toMatchObject({
      outcome: 'input',
    });
  });
});

describe('F21: the route to return to', () => {
  test.each([
    'javascript:alert(1)',
    '//evil.test',
    'https://evil.test/#/',
    '#//evil.test',
    '#/\\evil.test',
    '/\\evil.test',
    '#',
    '#evil',
    '#/a b',
    '#/a\u0000',
    '#/a\u202e',
    '',
    undefined,
  ])('%j is replaced by the home screen', (wanted) => expect(returnTarget(wanted)).toBe('#/'));

  test.each(['#/', '#/fill-mask', '#/fill-mask/org/model.v1', '#/x?y=1'])('%s is kept', (wanted) =>
    expect(returnTarget(wanted)).toBe(wanted),
  );

  test('is part of the result', async () => {
    const hub = await fakeHub();
    const { connection, storage, state } = await begin(hub, memoryStorage(), '#/fill-mask');
    const { outcome } = comeBack(storage, { code: 'c', state });
    if (outcome.status !== 'ready') expect.fail(outcome.status);
    const result = await oauth.finishSignIn({ connection }, outcome.grant);
    expect(returnTarget(result.state)).toBe('#/fill-mask');
    expect(hub.to('/oauth/token').map(fieldsOf)).toMatchObject([{ redirect_uri: APP }]);
  });
});

describe('F22: an error in the URL', () => {
  test('is ignored and removed if unsolicited', () => {
    const { page, outcome } = comeBack(memoryStorage(), { error: 'x', error_description: 'Call 0900' });
    expect(outcome).toEqual({ status: 'ignored' });
    expect(page.replaced).toEqual([`${APP}?theme=dark#/fill-mask`]);
  });

  test.each([
    ['access_denied', 'The guest said <b>no</b>', 'access_denied: The guest said <b>no</b>'],
    ['server_error', undefined, 'server_error'],
  ])('is shown as text: %s', async (error, description, message) => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    const { outcome } = comeBack(storage, {
      error,
      state,
      ...(description ? { error_description: description } : {}),
    });
    expect(errorOf(outcome)).toMatchObject({ message, outcome: 'refused' });
    expect(storage.length).toBe(0);
    noTokenRequest(hub);
  });

  test('is ignored an hour after the sign-in was started', async () => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    const page = pageAt(`${APP}?${new URLSearchParams({ error: 'x', state })}`);
    const now = Date.now() + 61 * 60 * 1000;
    expect(completeRedirect({ page, storage, now })).toEqual({ status: 'ignored' });
    expect(storage.length).toBe(0);
  });

  test('is ignored after the sign-in screen was left', async () => {
    const hub = await fakeHub();
    const { storage, state, forget } = await begin(hub);
    forget();
    expect(storage.length).toBe(0);
    expect(comeBack(storage, { error: 'x', state }).outcome).toEqual({ status: 'ignored' });
  });
});

describe('F23: two tabs', () => {
  test('both succeed in any order, each with its own verifier', async () => {
    const hub = await fakeHub();
    const storage = memoryStorage();
    const [first, second] = [await begin(hub, storage), await begin(hub, storage)];
    for (const { connection, state } of [second, first]) {
      const { outcome } = comeBack(storage, { code: 'c', state });
      if (outcome.status !== 'ready') expect.fail(outcome.status);
      await oauth.finishSignIn({ connection }, outcome.grant);
    }
    const [one, two] = hub.to('/oauth/token').map(fieldsOf);
    expect(one?.['code_verifier']).not.toBe(two?.['code_verifier']);
    expect(storage.length).toBe(0);
  });

  test('an unsolicited response does not affect them', async () => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    comeBack(storage, { code: 'c', state: '{"nonce":"x"}' });
    expect(comeBack(storage, { code: 'c', state }).outcome.status).toBe('ready');
  });
});

describe('F24: code and token', () => {
  test('are removed from the URL before any request; its other parts stay', async () => {
    const hub = await fakeHub();
    const { storage, state } = await begin(hub);
    const before = hub.received.length;
    const query = { code: 'c', state, iss: hub.url, session_state: 's' };
    const { page } = comeBack(storage, query);
    expect(page.replaced).toEqual([`${APP}?theme=dark#/fill-mask`]);
    expect(hub.received).toHaveLength(before);
  });

  test('a URL without a response is not changed', () => {
    const page = pageAt(`${APP}?state=x#/`);
    const storage = memoryStorage();
    expect(completeRedirect({ page, storage })).toEqual({ status: 'none' });
    expect(page.replaced).toEqual([]);
  });

  test('appear in no request log, header or URL', async () => {
    const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      vi.spyOn(console, level),
    );
    const hub = await fakeHub();
    const { connection, storage, state } = await begin(hub);
    const { outcome } = comeBack(storage, { code: 'CanaryOfCode', state });
    if (outcome.status !== 'ready') expect.fail(outcome.status);
    const { verifier } = outcome.grant.transaction;
    const notes: unknown[] = [];
    const open = { ...connection, onRequest: (note: unknown) => notes.push(note) };
    const { accessToken } = await oauth.finishSignIn({ connection: open }, outcome.grant);
    const seen = JSON.stringify([
      notes,
      hub.received.map(({ url, headers: { authorization: _, ...rest } }) => [url, rest]),
    ]);
    for (const secret of ['CanaryOfCode', verifier, accessToken]) expect(seen).not.toContain(secret);
    expect(notes).toHaveLength(3);
    expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
    // The previous token is not sent either.
    expect(hub.received.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      undefined,
      `Bearer ${accessToken}`,
    ]);
  });
});

describe('F31: unavailable storage', () => {
  const broken = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };

  test('ends with one sentence and a next step', async () => {
    const hub = await fakeHub();
    const storage = { ...memoryStorage(), setItem: broken, removeItem: broken };
    expect(await rejection(begin(hub, storage))).toMatchObject({
      name: 'OAuthError',
      hint: expect.stringContaining('token'),
    });
  });

  test('still removes a response from the URL', () => {
    const page = pageAt(`${APP}?code=c`);
    const storage = { length: 1, key: broken, getItem: broken, setItem: broken, removeItem: broken };
    expect(completeRedirect({ page, storage }).status).toBe('ignored');
    expect(page.replaced).toEqual([APP]);
  });

  test('invalid entries are removed', () => {
    const storage = memoryStorage();
    for (const text of ['null', '[]', '{', '{"startedAt":1}', '7'])
      storage.setItem(`oauth:nonce:${text}`, text);
    const outcome = completeRedirect({
      page: pageAt(`${APP}?code=c`),
      storage,
    });
    expect(outcome.status).toBe('ignored');
    expect(storage.length).toBe(0);
  });
});

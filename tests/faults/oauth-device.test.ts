import { describe, expect, test, vi } from 'vitest';
import { defaultDeadlines, describeFailure, loadOAuth, type Connection } from '@tryout/engine';
import { connectionAt, rejection } from '../support/ask.ts';
import {
  ACCESS_TOKEN,
  CLIENT,
  fakeHub,
  fieldsOf,
  oauthError,
  tokenAnswer,
  type HubReplies,
} from '../support/fake-hub.ts';
import { answerBody, answerJson, sendJson } from '../support/loopback.ts';

const oauth = await loadOAuth();

type Reply = NonNullable<HubReplies['token']>;

const deviceAnswer = {
  device_code: 'CanaryOfDevice',
  user_code: 'ABCD-EFGH',
  expires_in: 900,
};

/** Replies with a device code and a verification page on the hub. */
const deviceReply =
  (change: Record<string, unknown> = {}): Reply =>
  ({ headers }, response) =>
    sendJson(response, {
      ...deviceAnswer,
      verification_uri: `http://${headers.host}/device`,
      ...change,
    });

const pending = oauthError('authorization_pending');
const slowDown = oauthError('slow_down', 'the device asks too often');

/** A clock with waits that end at once and add up; calls `onWait` for each. */
function fastClock(onWait: (milliseconds: number) => void = () => undefined) {
  let now = 0;
  const waits: number[] = [];
  const clock = {
    now: () => now,
    wait: (milliseconds: number) => {
      now += milliseconds;
      waits.push(milliseconds / 1000);
      onWait(milliseconds);
      return Promise.resolve();
    },
  };
  return { clock, waits };
}

/** Signs in with a hub that sends these replies in order, then repeats the last one. */
async function device(
  answers: Reply[],
  change: Record<string, unknown> = {},
  more: Partial<Connection> = {},
  onWait?: (milliseconds: number) => void,
) {
  let next = 0;
  const hub = await fakeHub({
    device: deviceReply(change),
    token: (received, response) => {
      const reply = answers[Math.min(next++, answers.length - 1)] ?? pending;
      if (typeof reply === 'function') reply(received, response);
      else sendJson(response, reply);
    },
  });
  const asking = { connection: connectionAt(hub.url, more), clientId: CLIENT };
  const { clock, waits } = fastClock(onWait);
  const code = await oauth.requestDeviceCode(asking);
  return { hub, code, waits, result: oauth.waitForDevice(asking, code, clock) };
}

describe('F27: the device code', () => {
  test('is requested from the default endpoint if the discovery document names none', async () => {
    const { hub, code, result } = await device([tokenAnswer]);
    expect(hub.to('/oauth/device').map(fieldsOf)).toEqual([
      { client_id: CLIENT, scope: 'openid profile inference-api' },
    ]);
    expect(code).toMatchObject({
      userCode: 'ABCD-EFGH',
      verificationUri: `${hub.url}/device`,
      expiresIn: 900,
      interval: 5,
    });
    expect(await result).toMatchObject({ accessToken: ACCESS_TOKEN, userInfo: { name: 'someone' } });
    expect(hub.to('/oauth/token').map(fieldsOf)).toEqual([
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: 'CanaryOfDevice',
        client_id: CLIENT,
      },
    ]);
  });

  test('is requested from the endpoint in the discovery document, only on the hub', async () => {
    const hub = await fakeHub({ device: deviceReply() });
    const asking = { connection: connectionAt(hub.url), clientId: CLIENT };
    hub.replies.discovery = { device_authorization_endpoint: `${hub.url}/oauth/device?new` };
    await oauth.requestDeviceCode(asking);
    expect(hub.received.at(-1)?.url).toBe('/oauth/device?new');
    hub.replies.discovery = { device_authorization_endpoint: 'https://evil.test/' };
    expect((await rejection(oauth.requestDeviceCode(asking))).message).toMatch(/evil\.test/);
  });

  test.each([
    ['no device_code', { device_code: undefined }],
    ['no user_code', { user_code: '' }],
    ['a user_code with control characters', { user_code: 'AB\u001b[2JCD' }],
    ['a user_code of blanks', { user_code: '  ' }],
    ['a user_code that is too long', { user_code: 'A'.repeat(65) }],
    ['no page', { verification_uri: undefined }],
    ['a javascript: page', { verification_uri: 'javascript:alert(1)' }],
    ['an http page', { verification_uri: 'http://evil.test/' }],
    ['X11: a page on another host', { verification_uri: 'https://evil.test/device' }],
    ['X11: a complete page URL on another host', { verification_uri_complete: 'https://evil.test/?code=1' }],
    ['X11: a page on another port', { verification_uri: 'http://127.0.0.1:1/device' }],
    ['a complete page URL with credentials', { verification_uri_complete: 'https://a:b@evil.test/' }],
    ['no lifetime', { expires_in: undefined }],
    ['an interval of 0', { interval: 0 }],
    ['an interval that is not a number', { interval: '5' }],
  ])('with %s is rejected', async (_name, change) => {
    const hub = await fakeHub({ device: deviceReply(change) });
    const asking = { connection: connectionAt(hub.url), clientId: CLIENT };
    expect(await rejection(oauth.requestDeviceCode(asking))).toMatchObject({ name: 'OAuthError' });
  });
});

describe('F27: polling', () => {
  test('starts after five seconds and repeats every five seconds', async () => {
    const { waits, result } = await device([pending, pending, tokenAnswer]);
    await result;
    expect(waits).toEqual([5, 5, 5]);
  });

  test('uses the interval of the hub', async () => {
    const { waits, result } = await device([pending, tokenAnswer], { interval: 2 });
    await result;
    expect(waits).toEqual([2, 2]);
  });

  test('is limited to once per second', async () => {
    const { waits, result } = await device([pending, tokenAnswer], { interval: 0.001 });
    await result;
    expect(waits).toEqual([1, 1]);
  });

  test('429 delays only the next request', async () => {
    const busy: Reply = answerJson({}, 429, { 'Retry-After': '40' });
    const { waits, result } = await device([busy, pending, tokenAnswer]);
    await result;
    expect(waits).toEqual([5, 40, 5]);
  });

  test('slow_down adds five seconds permanently', async () => {
    const { waits, result } = await device([slowDown, pending, slowDown, tokenAnswer]);
    await result;
    expect(waits).toEqual([5, 10, 10, 15]);
  });

  test('continues more slowly after 5xx, 429, HTML and connection errors', async () => {
    const { waits, result } = await device([
      answerJson({}, 503),
      answerJson({ error: 'too many' }, 429),
      answerBody('<html>', 502, { 'Content-Type': 'text/html' }),
      (_received, response) => void response.destroy(),
      pending,
      tokenAnswer,
    ]);
    expect(await result).toMatchObject({ accessToken: ACCESS_TOKEN });
    expect(waits).toEqual([5, 10, 15, 20, 20, 20]);
  });

  test('slows down when the hub times out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late: Reply = () => void vi.advanceTimersByTime(defaultDeadlines.firstByte * 1000);
    const { waits, result } = await device([late, tokenAnswer]);
    await result;
    vi.useRealTimers();
    expect(waits).toEqual([5, 10]);
  });
});

describe('F27: the token revocation', () => {
  test.each<[string, Reply, object]>([
    [
      'the user declines',
      oauthError('access_denied', 'The guest denied access'),
      { message: 'access_denied: The guest denied access', outcome: 'refused' },
    ],
    [
      'the code has expired',
      oauthError('expired_token'),
      { message: 'The code expired before it was confirmed', outcome: 'timeout' },
    ],
    [
      'the code is unknown',
      oauthError('invalid_grant', 'no CanaryOfDevice'),
      { message: 'invalid_grant: no ***' },
    ],
    ['the response has no token', { ...tokenAnswer, access_token: undefined }, { name: 'OAuthError' }],
  ])('%s', async (_name, reply, expected) => {
    const { hub, result } = await device([pending, reply]);
    const error = await rejection(result);
    expect(error).toMatchObject(expected);
    expect(hub.to('/oauth/token')).toHaveLength(2);
    expect(JSON.stringify([describeFailure(error), error.stack])).not.toContain('CanaryOfDevice');
  });

  test('comes when the code expires, whatever the hub replies', async () => {
    const { hub, waits, result } = await device([pending, slowDown, pending], { expires_in: 32 });
    expect(await rejection(result)).toMatchObject({
      message: 'The code expired before it was confirmed',
    });
    expect(waits).toEqual([5, 5, 10, 10, 2]);
    expect(hub.to('/oauth/token')).toHaveLength(4);
  });

  test('comes after an hour if the lifetime is infinite', async () => {
    const { hub, waits, result } = await device([pending], { expires_in: 1e9, interval: 1e6 });
    await rejection(result);
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(3600);
    expect(hub.to('/oauth/token').length).toBeLessThan(60);
  });

  test('comes at once when the user cancels, during a wait or a request', async () => {
    const stop = new AbortController();
    const hub = await fakeHub({ device: deviceReply(), token: () => stop.abort() });
    const asking = { connection: connectionAt(hub.url), clientId: CLIENT, signal: stop.signal };
    const code = await oauth.requestDeviceCode(asking);
    const inQuestion = oauth.waitForDevice(asking, code, fastClock().clock);
    expect(await rejection(inQuestion)).toMatchObject({ name: 'CanceledError' });
    const inWait = oauth.waitForDevice({ ...asking, signal: AbortSignal.abort() }, code);
    expect(await rejection(inWait)).toMatchObject({ name: 'CanceledError' });
    const later = new AbortController();
    const waiting = oauth.waitForDevice({ ...asking, signal: later.signal }, code);
    later.abort();
    expect(await rejection(waiting)).toMatchObject({ name: 'CanceledError' });
    expect(await (await hub.first()).left).toBe(false);
    expect(await hub.to('/oauth/token')[0]?.left).toBe(true);
  });

  test('comes when the overall timeout passes', async () => {
    const finishBy = { finishBy: Date.now() - 1 };
    const hub = await fakeHub({ device: deviceReply(), token: pending });
    const asking = { connection: connectionAt(hub.url), clientId: CLIENT };
    const code = await oauth.requestDeviceCode(asking);
    const late = { ...asking, connection: { ...asking.connection, ...finishBy } };
    const error = await rejection(oauth.waitForDevice(late, code, fastClock().clock));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'timeout' });
  });
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  withTokenLock,
  identify,
  memoryTokenStore,
  tokenRenewal,
  type Connection,
  type TokenStore,
} from '@tryout/engine';
import { fileTokenStore } from '@tryout/engine/node';
import { connectionAt, deadlines, rejection } from '../support/ask.ts';
import { CLIENT, fakeHub, fieldsOf, tokenAnswer } from '../support/fake-hub.ts';
import { sendJson } from '../support/loopback.ts';
import { temporaryFolder } from '../support/process.ts';

const grant = { clientId: CLIENT, scope: 'openid', expiresAt: 0, refreshToken: 'first' };
const renewedAnswer = { ...tokenAnswer, access_token: 'hf_oauth_second', refresh_token: 'second' };

/** A hub that rejects the first token and holds the renewal until the test releases it. */
async function slowHub(more: Partial<Connection> = {}) {
  let asked: (answer: () => void) => void = () => undefined;
  const isAsked = new Promise<() => void>((resolve) => (asked = resolve));
  const hub = await fakeHub({
    token: (_received, response) => asked(() => sendJson(response, renewedAnswer)),
    whoami: ({ headers }, response) => {
      const isKnown = headers.authorization === 'Bearer hf_oauth_second';
      sendJson(response, isKnown ? { name: 'someone' } : { error: 'Invalid token' }, isKnown ? 200 : 401);
    },
  });
  const folder = join(temporaryFolder(), 'settings');
  const store = fileTokenStore(folder, hub.url);
  await store.write('hf_oauth_first', grant);
  const open = connectionAt(hub.url, { token: 'hf_oauth_first', ...more });
  const connection: Connection = { ...open, renewal: tokenRenewal(open, store) };
  return { hub, store, connection, folder, isAsked };
}

test('canceling one request during a renewal does not affect the others', async () => {
  const { hub, connection, isAsked } = await slowHub();
  const stop = new AbortController();
  const leaves = rejection(identify(connection, stop.signal));
  const stays = identify(connection);
  const answer = await isAsked;
  stop.abort();
  expect((await leaves).name).toBe('CanceledError');
  answer();
  expect(await stays).toMatchObject({ name: 'someone' });
  expect(hub.to('/oauth/token')).toHaveLength(1);
});

test('a renewal that completes after all requests were canceled is stored and used', async () => {
  const { hub, connection, isAsked } = await slowHub();
  const stop = new AbortController();
  const leaves = rejection(identify(connection, stop.signal));
  const answer = await isAsked;
  stop.abort();
  expect((await leaves).name).toBe('CanceledError');
  const next = identify(connection);
  answer();
  expect(await next).toMatchObject({ name: 'someone' });
  expect(hub.to('/oauth/token')).toHaveLength(1);
});

test('canceling before the refresh token is sent ends the renewal', async () => {
  const { hub, connection, store } = await slowHub();
  const stop = new AbortController();
  const look = store.read.bind(store);
  const renewal = tokenRenewal(connection, {
    ...store,
    read: () => {
      stop.abort();
      return look();
    },
  });
  expect((await rejection(renewal.renew('hf_oauth_first', stop.signal))).name).toBe('CanceledError');
  await withTokenLock(store, () => Promise.resolve());
  expect(hub.to('/oauth/token')).toHaveLength(0);
});

test('the total deadline of a request ends its wait for a renewal', async () => {
  const { connection, isAsked } = await slowHub(deadlines({ total: 0.3 }));
  const late = rejection(identify(connection));
  expect(await late).toMatchObject({ name: 'TimeoutError', deadline: 'total' });
  // On a busy machine, the deadline may end the renewal before its request.
  void isAsked.then((answer) => answer());
});

test('signing in again during a renewal keeps the new sign-in and revokes the renewed token (F19)', async () => {
  const { hub, connection, store, isAsked } = await slowHub();
  hub.replies.discovery = { revocation_endpoint: `${hub.url}/oauth/revoke` };
  const revoked = new Promise<void>((resolve) => {
    hub.replies.revoke = (_received, response) => {
      sendJson(response, {});
      if (hub.to('/oauth/revoke').length === 2) resolve();
    };
  });
  const asking = rejection(identify(connection));
  const answer = await isAsked;
  // Like an older version, which does not wait for the lock.
  await store.write('hf_pasted');
  answer();
  await asking;
  await revoked;
  expect(await store.read()).toEqual({ token: 'hf_pasted' });
  expect(hub.to('/oauth/revoke').map((received) => fieldsOf(received)['token'])).toEqual(
    expect.arrayContaining(['second', 'hf_oauth_second']),
  );
});

test('signing in and out wait for a renewal, so that it cannot restore a token (F19)', async () => {
  const { connection, store, folder, hub, isAsked } = await slowHub();
  const asking = identify(connection);
  const answer = await isAsked;
  const other = fileTokenStore(folder, hub.url);
  const signedOut = withTokenLock(other, () => other.clear());
  answer();
  await Promise.all([asking, signedOut]);
  expect(await store.read()).toEqual({});
});

test('canceling a sign-out that waits leaves the store unchanged', async () => {
  const { connection, store, isAsked } = await slowHub();
  const asking = identify(connection);
  const answer = await isAsked;
  const error = await rejection(withTokenLock(store, () => store.clear(), AbortSignal.abort()));
  expect(error.name).toBe('CanceledError');
  answer();
  await asking;
  expect(await store.read()).toMatchObject({ token: 'hf_oauth_second' });
});

test('a renewed token that cannot be stored works for this session, with a notice (F18)', async () => {
  const notices: string[] = [];
  const hub = await fakeHub({ token: renewedAnswer });
  const kept = memoryTokenStore();
  await kept.write('hf_oauth_first', grant);
  const write: TokenStore['write'] = async (...given) => {
    await kept.write(...given);
    return { notice: 'for this session only' };
  };
  const onNotice = (notice: string) => notices.push(notice);
  const renewal = tokenRenewal(connectionAt(hub.url), { ...kept, write }, onNotice);
  expect(await renewal.renew('hf_oauth_first')).toBe('hf_oauth_second');
  expect(notices).toEqual(['for this session only']);
});

test('tokens that replace each other do not cause an endless loop', async () => {
  const hub = await fakeHub();
  const store = memoryTokenStore('hf_b');
  const renewal = tokenRenewal(connectionAt(hub.url), store);
  expect(await renewal.renew('hf_a')).toBe('hf_b');
  await store.write('hf_a');
  expect(await renewal.renew('hf_b')).toBe('hf_a');
  expect([renewal.latest('hf_a'), renewal.latest('hf_b')]).toEqual(['hf_a', 'hf_a']);
});

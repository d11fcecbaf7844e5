import { expect, test } from 'vitest';
import {
  createSession,
  defaultDeadlines,
  isRunning,
  memoryTokenStore,
  tokenRenewal,
  type Connection,
  type OAuthResult,
  type Session,
} from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { ACCESS_TOKEN, CLIENT, fakeHub, oauthError, type HubReplies } from '../../support/fake-hub.ts';
import { sendJson } from '../../support/loopback.ts';

const result = (accessToken: string): OAuthResult => ({
  accessToken,
  accessTokenExpiresAt: new Date(Date.now() + 3_600_000),
  userInfo: {
    id: '1',
    name: 'someone',
    fullname: '',
    isPro: false,
    orgs: [],
  } as unknown as OAuthResult['userInfo'],
  scope: 'openid',
  clientId: CLIENT,
  refreshToken: 'first',
});

/** A session with a hub that accepts these tokens; its revocation endpoint serves inference. */
async function sessionAt(known: Set<string>, replies: HubReplies = {}) {
  const isKnown = (authorization = '') => known.has(authorization.replace('Bearer ', ''));
  const hub = await fakeHub({
    whoami: ({ headers }, response) =>
      sendJson(response, { name: 'someone' }, isKnown(headers.authorization) ? 200 : 401),
    revoke: ({ headers }, response) =>
      isKnown(headers.authorization)
        ? sendJson(response, [{ label: 'good', score: 1 }])
        : sendJson(response, { error: 'Invalid token' }, 401),
    ...replies,
  });
  const store = memoryTokenStore();
  const open: Connection = {
    transport: nodeTransport({ environment: {}, userAgent: 'tryout-tests' }),
    hubUrl: hub.url,
    inferenceUrl: hub.url,
    deadlines: defaultDeadlines,
  };
  const renewal = tokenRenewal(open, store);
  const connect = (token: string | undefined) => ({ ...open, ...(token ? { token, renewal } : {}) });
  const session = createSession({ store, connect });
  session.chooseTask('text-classification');
  session.setChoices({ endpointUrl: `${hub.url}/oauth/revoke` });
  session.setValue('text', 'typed with care');
  return { hub, store, session };
}

function until(session: Session, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = session.subscribe(check);
    check();
  });
}

test('signing in through the hub stores the sign-in data and loads the account', async () => {
  const { store, session } = await sessionAt(new Set(['hf_oauth_a']));
  await session.signInWith(result('hf_oauth_a'));
  expect(await store.read()).toMatchObject({
    token: 'hf_oauth_a',
    grant: { refreshToken: 'first', clientId: CLIENT },
  });
  await until(session, () => session.getSnapshot().signIn.identity !== undefined);
  expect(session.getSnapshot().signIn).toMatchObject({ status: 'signed-in', identity: { name: 'someone' } });
  session.dispose();
});

test('F26: an expired token is renewed during a session without interruption', async () => {
  const known = new Set(['hf_oauth_a']);
  const { hub, session } = await sessionAt(known);
  await session.signInWith(result('hf_oauth_a'));
  await until(session, () => session.getSnapshot().signIn.identity !== undefined);
  known.clear();
  known.add(ACCESS_TOKEN);
  await session.run();
  expect(session.getSnapshot().run).toMatchObject({ status: 'done' });
  expect(session.getSnapshot().signIn.status).toBe('signed-in');
  await session.run();
  expect(hub.to('/oauth/token')).toHaveLength(1);
  session.dispose();
});

test('F26: a token that cannot be renewed requires a new sign-in and keeps the inputs', async () => {
  const known = new Set(['hf_oauth_a']);
  const { session } = await sessionAt(known, { token: oauthError('invalid_grant') });
  await session.signInWith(result('hf_oauth_a'));
  await until(session, () => session.getSnapshot().signIn.identity !== undefined);
  known.clear();
  await session.run();
  const { signIn, run, values, task } = session.getSnapshot();
  expect(signIn).toMatchObject({ status: 'expired', error: { message: 'Your sign-in has expired' } });
  expect(run).toMatchObject({ status: 'failed', error: { message: 'Your sign-in has expired' } });
  expect([task?.id, values['text']]).toEqual(['text-classification', 'typed with care']);
  known.add('hf_oauth_b');
  await session.signInWith(result('hf_oauth_b'));
  expect(session.getSnapshot().signIn.status).toBe('signed-in');
  await session.run();
  await until(session, () => !isRunning(session.getSnapshot()));
  expect(session.getSnapshot().run.status).toBe('done');
  expect(session.getSnapshot().values['text']).toBe('typed with care');
  session.dispose();
});

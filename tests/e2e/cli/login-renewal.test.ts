import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess, runningInProcess } from '../../support/cli-in-process.ts';
import { CLIENT, fakeHub, fieldsOf, oauthError, tokenAnswer, type FakeHub } from '../../support/fake-hub.ts';
import { answerJson, sendJson } from '../../support/loopback.ts';
import { storeSignIn } from '../../support/stored-sign-in.ts';

/** A hub with single-use refresh tokens: a second use revokes the sign-in. */
async function strictHub(): Promise<FakeHub> {
  let number = 1;
  let isRevoked = false;
  return fakeHub({
    whoami: ({ headers }, response) => {
      const isCurrent = !isRevoked && headers.authorization === `Bearer hf_oauth_token${number}`;
      sendJson(response, isCurrent ? { name: 'someone' } : { error: 'Invalid token' }, isCurrent ? 200 : 401);
    },
    token: (received, response) => {
      isRevoked ||= fieldsOf(received)['refresh_token'] !== `refresh${number}`;
      if (isRevoked) return oauthError('invalid_grant')(received, response);
      number += 1;
      sendJson(response, {
        ...tokenAnswer,
        access_token: `hf_oauth_token${number}`,
        refresh_token: `refresh${number}`,
      });
    },
  });
}

function signedIn(hub: FakeHub, change: Record<string, unknown> = {}) {
  const folder = temporaryFolder();
  return { folder, store: storeSignIn(folder, hub.port, change) };
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

const whoami = (hub: FakeHub, folder: string, ...more: string[]) =>
  cliInProcess(['whoami', ...more, '--hub-url', hub.url], { folder });

test.each([
  ['that has expired', {}],
  ['that the hub rejects early (F26)', { expiresAt: Date.now() + 3_600_000 }],
])(
  'parallel commands with a sign-in %s renew it once and succeed',
  async (_name, change) => {
    const hub = await strictHub();
    const { folder, store } = signedIn(hub, change);
    const asked = hub.replies.whoami;
    hub.replies.whoami = (received, response) => {
      // The first token is no longer valid.
      if (received.headers.authorization === 'Bearer hf_oauth_token1')
        return sendJson(response, { error: 'Invalid token' }, 401);
      if (typeof asked === 'function') asked(received, response);
    };
    const all = await Promise.all(
      Array.from({ length: 3 }, () => cli(['whoami', '--hub-url', hub.url], { folder })),
    );
    expect(all.map(({ code, stdout, stderr }) => [code, stdout, stderr])).toEqual(
      Array(3).fill([0, 'someone\n', '']),
    );
    expect(hub.to('/oauth/token')).toHaveLength(1);
    expect(JSON.parse(readFileSync(store, 'utf8'))).toMatchObject({
      accessToken: 'hf_oauth_token2',
      oauth: { refreshToken: 'refresh2', clientId: CLIENT },
    });
    expect(readdirSync(join(folder, 'settings'))).toHaveLength(1);
  },
  60_000,
);

test('asks you to sign in again and exits with 4 if the sign-in cannot be renewed', async () => {
  const hub = await strictHub();
  const { folder } = signedIn(hub, { refreshToken: undefined });
  hub.replies.whoami = answerJson({ error: 'Invalid token' }, 401);
  const { code, stdout, stderr } = await whoami(hub, folder);
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toBe(
    'error: Your sign-in has expired\nhint: Sign in again: tryout login --browser, or --device.\n',
  );
});

test('Ctrl-C during a renewal reports it immediately (F6) and still stores the new token', async () => {
  const hub = await strictHub();
  const { folder, store } = signedIn(hub);
  const { promise: isAsked, resolve: asked } = deferred<() => void>();
  const answer = hub.replies.token;
  hub.replies.token = (received, response) =>
    asked(() => typeof answer === 'function' && answer(received, response));
  const session = runningInProcess(['whoami', '--hub-url', hub.url], { folder });
  const sendTokens = await isAsked;
  session.interrupt();
  const note = 'Storing the renewed sign-in. Press Ctrl-C again to end at once.\n';
  await session.waitForStderr(new RegExp(`^${note}`));
  sendTokens();
  expect(await session.ended).toMatchObject({ code: 130, stderr: `${note}error: Canceled\n` });
  expect(readdirSync(join(folder, 'settings'))).toHaveLength(1);
  expect(JSON.parse(readFileSync(store, 'utf8'))).toMatchObject({ oauth: { refreshToken: 'refresh2' } });
  expect(await whoami(hub, folder)).toMatchObject({ code: 0, stdout: 'someone\n' });
});

test('never prints the token or refresh token, even with --debug (F8)', async () => {
  const hub = await strictHub();
  const { folder } = signedIn(hub);
  const { code, stdout, stderr } = await whoami(hub, folder, '--debug');
  expect(code).toBe(0);
  expect(stderr).toContain('refresh_token=***');
  for (const secret of ['refresh1', 'refresh2', 'hf_oauth_']) expect(stdout + stderr).not.toContain(secret);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { at, temporaryFolder, type RunningCli } from '../../support/cli.ts';
import { cliInProcess, runningInProcess } from '../../support/cli-in-process.ts';
import { fakeHub, oauthError, tokenAnswer } from '../../support/fake-hub.ts';
import { sendJson } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { sandboxProxy } from '../../support/sandbox-proxy.ts';
import { inProcessTerminal } from '../../support/in-process-terminal.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { Browser } from '../../sandbox/oauth/browser.ts';

const sandbox = await recordingSandbox();
const environment = { TRYOUT_OAUTH_CLIENT_ID: 'tryout-sandbox' };

/** Starts signing in at the sandbox, which is asked every second. */
async function begin(...more: string[]) {
  const folder = temporaryFolder();
  const hub = await sandboxProxy(sandbox, {
    change: (text, { url }) => (url === '/oauth/device' ? text.replace('{', '{"interval":1,') : text),
  });
  const words = ['login', '--device', ...more, ...at(hub)];
  return { folder, port: hub.port, ...runningInProcess(words, { folder, environment }) };
}

async function confirm(session: RunningCli, button: 'Allow' | 'Deny'): Promise<void> {
  const [, url = '', code = ''] = await session.waitForStderr(
    /^Open (\S+) in any browser and enter the code (\S+)\n/m,
  );
  const browser = new Browser(new URL(url).origin);
  const consentPage = await browser.press(await browser.open(url), 'Continue', { user_code: code });
  await browser.press(await browser.press(consentPage, 'Continue'), button);
}

describe('login --device', () => {
  test('prints a page and a code, waits for the confirmation and stores the token', async () => {
    const session = await begin('--json', '--debug');
    await confirm(session, 'Allow');
    const { code, stdout, stderr } = await session.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'guest' });
    const stored = readFileSync(
      join(session.folder, 'settings', `token-127.0.0.1%3A${session.port}.json`),
      'utf8',
    );
    const { accessToken, oauth } = JSON.parse(stored) as {
      accessToken: string;
      oauth: { refreshToken: string };
    };
    expect(stderr).toContain('device_code=***');
    for (const secret of [accessToken, oauth.refreshToken]) expect(stdout + stderr).not.toContain(secret);
  });

  test('prints the page with the code filled in, even with --quiet', async () => {
    const session = await begin('--quiet');
    const [, url = ''] = await session.waitForStderr(/^Or open (\S+)\n/m);
    const browser = new Browser(new URL(url).origin);
    const consentPage = await browser.press(await browser.open(url), 'Continue');
    expect(consentPage.html).toContain('Is this your device?');
    session.interrupt();
    expect((await session.ended).code).toBe(130);
    expect(existsSync(join(session.folder, 'settings'))).toBe(false);
  });

  test('exits with 4 after Deny', async () => {
    const session = await begin();
    await confirm(session, 'Deny');
    const { code, stderr } = await session.ended;
    expect(code).toBe(4);
    expect(stderr).toMatch(/error: access_denied/);
  });
});

test('shows the lifetime of the code and explains how to get a new one when it expires', async () => {
  const hub = await fakeHub({ token: oauthError('authorization_pending') });
  hub.replies.device = {
    device_code: 'device',
    user_code: 'ABCD-EFGH',
    verification_uri: `${hub.url}/device`,
    expires_in: 1,
  };
  const session = inProcessTerminal(['login', '--device', '--hub-url', hub.url], {
    environment,
    columns: 120,
  });
  expect(await session.until(/Ctrl-C to cancel/)).toContain(
    '\nThe code is valid for 1 second. Waiting for sign-in',
  );
  expect(await session.ended).toBe(124);
  expect(session.screen()).toMatch(
    /error: The code expired before it was confirmed\nhint: Sign in again to get a new code\.$/,
  );
});

test('signs in when a code is confirmed after more than ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const hub = await fakeHub({
    token: (_received, response) => {
      vi.setSystemTime(Date.now() + 11 * 60_000);
      sendJson(response, tokenAnswer);
    },
  });
  const code = { device_code: 'device', user_code: 'ABCD-EFGH', verification_uri: `${hub.url}/device` };
  hub.replies.device = { ...code, expires_in: 900, interval: 1 };
  // The token check still has time to return the user name.
  expect(await cliInProcess(['login', '--device', '--hub-url', hub.url], { environment })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Signed in to \S+ as someone; the token is stored in/),
  });
});

test('keeps the instructions on the screen, and Ctrl-C exits with 130', async () => {
  const session = inTerminal(['login', '--device', ...at(sandbox)], { environment, columns: 120 });
  expect(await session.until(/Ctrl-C to cancel/)).toMatch(
    /^Open http\S+ in any browser and enter the code [A-Z]{4}-[A-Z]{4}\nOr open http\S+\nThe code is valid for 15 minutes\./,
  );
  session.type('\u0003');
  expect(await session.ended).toBe(130);
  expect(session.screen()).toMatch(/error: Canceled$/);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, cli, temporaryFolder, runningCli, type RunningCli } from '../../support/cli.ts';
import { fakeHub, oauthError } from '../../support/fake-hub.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { Browser } from '../../sandbox/oauth/browser.ts';

const sandbox = await recordingSandbox();
const environment = { TRYOUT_OAUTH_CLIENT_ID: 'tryout-sandbox' };

function begin(...more: string[]): RunningCli & { folder: string } {
  const folder = temporaryFolder();
  return { folder, ...runningCli(['login', '--device', ...more, ...at(sandbox)], { folder, environment }) };
}

async function confirm(session: RunningCli, button: 'Allow' | 'Deny'): Promise<void> {
  const [, url = '', code = ''] = await session.waitForStderr(
    /^Open (\S+) in any browser and enter the code (\S+)\n/m,
  );
  const browser = new Browser(new URL(url).origin);
  const consentPage = await browser.press(await browser.open(url), 'Continue', { user_code: code });
  await browser.press(await browser.press(consentPage, 'Continue'), button);
}

describe.concurrent('login --device', () => {
  test('prints a page and a code, waits for the confirmation and stores the token', async () => {
    const session = begin('--json', '--debug');
    await confirm(session, 'Allow');
    const { code, stdout, stderr } = await session.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'guest' });
    const stored = readFileSync(
      join(session.folder, 'settings', `token-127.0.0.1%3A${sandbox.port}.json`),
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
    const session = begin('--quiet');
    const [, url = ''] = await session.waitForStderr(/^Or open (\S+)\n/m);
    const browser = new Browser(new URL(url).origin);
    const consentPage = await browser.press(await browser.open(url), 'Continue');
    expect(consentPage.html).toContain('Is this your device?');
    session.interrupt();
    expect((await session.ended).code).toBe(130);
    expect(existsSync(join(session.folder, 'settings'))).toBe(false);
  });

  test('exits with 4 after Deny', async () => {
    const session = begin();
    await confirm(session, 'Deny');
    const { code, stderr } = await session.ended;
    expect(code).toBe(4);
    expect(stderr).toMatch(/error: access_denied/);
  });

  test('--timeout exits with 124', async () => {
    const session = begin('--timeout', '3');
    expect((await session.ended).code).toBe(124);
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
  const session = inTerminal(['login', '--device', '--hub-url', hub.url], { environment, columns: 120 });
  expect(await session.until(/Ctrl-C to cancel/)).toContain(
    '\nThe code is valid for 1 second. Waiting for sign-in',
  );
  expect(await session.ended).toBe(124);
  expect(session.screen()).toMatch(
    /error: The code expired before it was confirmed\nhint: Sign in again to get a new code\.$/,
  );
});

test('X11: rejects a page on another host', async () => {
  const hub = await fakeHub();
  hub.replies.device = {
    device_code: 'device',
    user_code: 'ABCD-EFGH',
    verification_uri: 'https://evil.test/device',
    expires_in: 900,
  };
  const { code, stderr } = await cli(['login', '--device', '--hub-url', hub.url], { environment });
  expect(code).toBe(1);
  expect(stderr).toContain('The page for confirming the code is not on the hub but at evil.test');
  expect(stderr).not.toContain('ABCD-EFGH');
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

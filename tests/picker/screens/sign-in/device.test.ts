import { describe, expect, test } from 'vitest';
import { Browser } from '../../../sandbox/oauth/browser.ts';
import { fakeHub, oauthError } from '../../../support/fake-hub.ts';
import type { TerminalSession } from '../../../support/terminal-session.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { storedTokenAt, signedOut, METHOD } from './signing-in.ts';

const sandbox = await recordingSandbox();

async function shownCode(
  session: TerminalSession,
): Promise<{ page: string; code: string; completeUrl: string }> {
  const screen = await session.until(/Waiting for sign-in; Esc to cancel/);
  const [page = '', completeUrl = ''] = screen.match(/http\S+/g) ?? [];
  const [code = ''] = /[A-Z]{4}-[A-Z]{4}/.exec(screen) ?? [];
  return { page, code, completeUrl };
}

describe('signing in with a code', () => {
  test('shows the page, the code and its lifetime, and continues after confirmation', async () => {
    const session = await signedOut(sandbox);
    session.type(METHOD.device);
    const { page, code, completeUrl } = await shownCode(session);
    expect(session.screen()).toMatch(/The code expires in 15 minutes\./);
    expect(completeUrl).toContain(code);
    const browser = new Browser(new URL(page).origin);
    const consentPage = await browser.press(await browser.open(page), 'Continue', { user_code: code });
    await browser.press(await browser.press(consentPage, 'Continue'), 'Allow');
    await session.until(/^Tryout +guest$/m);
    const { accessToken = '' } = storedTokenAt(session.folder, sandbox.hubUrl) ?? {};
    expect(accessToken).toMatch(/^hf_oauth_/);
    expect(session.written()).not.toContain(accessToken);
  });

  test('reaches the code in the smallest terminal; Esc cancels', async () => {
    const session = await signedOut(sandbox, { columns: 20, rows: 7 });
    session.type(METHOD.device);
    await session.until(/Open this page/);
    session.press('page-down', 'page-down');
    await session.until(/[A-Z]{4}-[A-Z]{4}/);
    session.press('escape');
    await session.until(/1 Past/);
    expect(storedTokenAt(session.folder, sandbox.hubUrl)).toBeUndefined();
  });
});

test('reports an expired code; r requests a new one (F27)', async () => {
  const hub = await fakeHub({ token: oauthError('authorization_pending') });
  hub.replies.device = {
    device_code: 'device',
    user_code: 'ABCD-EFGH',
    verification_uri: `${hub.url}/device`,
    expires_in: 1,
  };
  const session = await signedOut({ hubUrl: hub.url, inferenceUrl: hub.url });
  session.type(METHOD.device);
  await session.until(/The code expired before it was confirmed/);
  hub.replies.device = { ...hub.replies.device, user_code: 'IJKL-MNOP', expires_in: 600 };
  session.press('r');
  await session.until(/IJKL-MNOP/);
});

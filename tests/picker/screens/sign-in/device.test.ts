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
    await session.typeUntil(METHOD.device, /Open this page/);
    await session.pressUntil(['page-down', 'page-down'], /[A-Z]{4}-[A-Z]{4}/);
    await session.pressUntil('escape', /1 Past/);
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
  await session.typeUntil(METHOD.device, /The code expired before it was confirmed/);
  hub.replies.device = { ...hub.replies.device, user_code: 'IJKL-MNOP', expires_in: 600 };
  await session.pressUntil('r', /IJKL-MNOP/);
});

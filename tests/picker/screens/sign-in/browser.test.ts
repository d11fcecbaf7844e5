import { expect, test, describe } from 'vitest';
import { Browser } from '../../../sandbox/oauth/browser.ts';
import { fakeHub } from '../../../support/fake-hub.ts';
import { copiedText } from '../../../support/open-picker.ts';
import type { TerminalSession } from '../../../support/terminal-session.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { storedTokenAt, signedOut, METHOD } from './signing-in.ts';

const sandbox = await recordingSandbox();
const WAITING = /Waiting for sign-in; Esc to cancel/;

/** The URL on the screen, joined from several lines. */
async function shownAddress(session: TerminalSession): Promise<string> {
  const screen = await session.until(WAITING);
  const [address = ''] = /http[^]*?(?=\n\n)/.exec(screen) ?? [];
  return address.replaceAll('\n', '');
}

async function press(address: string, button: 'Allow' | 'Deny'): Promise<string> {
  const browser = new Browser(new URL(address).origin);
  return (await browser.press(await browser.open(address), button)).url;
}

describe('signing in in the browser', () => {
  test('shows the full URL; Allow signs in and stores the token', async () => {
    const session = await signedOut(sandbox);
    session.type(METHOD.browser);
    const back = await press(await shownAddress(session), 'Allow');
    const page = await (await fetch(back)).text();
    expect(page).toContain('You are signed in.');
    await session.until(/^Tryout +guest$/m);
    const { accessToken = '', oauth } = storedTokenAt(session.folder, sandbox.hubUrl) ?? {};
    expect(accessToken).toMatch(/^hf_oauth_/);
    expect(oauth).toMatchObject({ refreshToken: expect.any(String) });
    expect(session.written()).not.toContain(accessToken);
    expect(session.written()).not.toContain(new URL(back).searchParams.get('code'));
  });

  test('shows the error of the hub after Deny; r starts over', async () => {
    const session = await signedOut(sandbox);
    session.type(METHOD.browser);
    const first = await shownAddress(session);
    await fetch(await press(first, 'Deny'));
    await session.until(/access_denied/);
    session.press('r');
    expect(await shownAddress(session)).not.toBe(first);
  });

  test('c copies the URL as one line; Esc cancels and closes the port', async () => {
    const session = await signedOut(sandbox, { environment: { PATH: '' } });
    session.type(METHOD.browser);
    const address = await shownAddress(session);
    session.press('c');
    expect(await copiedText(session)).toBe(address);
    const port = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
    await session.pressUntil('escape', /Paste a token/);
    await expect(fetch(port)).rejects.toThrow();
  });
});

test('reports a hub without a sign-in page; Esc returns to the other methods', async () => {
  const hub = await fakeHub({ discovery: { authorization_endpoint: 'http://evil.test/authorize' } });
  const session = await signedOut({ hubUrl: hub.url, inferenceUrl: hub.url });
  await session.typeUntil(METHOD.browser, /r try again/);
  await session.pressUntil('escape', /Paste a token/);
});

import { expect, test, describe } from 'vitest';
import { Browser } from '../../sandbox/oauth/browser.ts';
import { oauthHub } from '../../support/oauth-hub.ts';
import type { TerminalSession } from '../../support/pseudo-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { keptAt, signedOut, WAY } from './signing-in.ts';

const sandbox = await recordingSandbox();
const WAITING = /Waiting for you; Esc cancels/;

/** The address as it stands on the screen, in several lines. */
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
  test('the whole address is shown; pressing Allow there signs in here, and what came is kept', async () => {
    const session = await signedOut(sandbox);
    session.type(WAY.browser);
    const back = await press(await shownAddress(session), 'Allow');
    const page = await (await fetch(back)).text();
    expect(page).toContain('You are signed in.');
    await session.until(/^Tryout +guest$/m);
    const { accessToken = '', oauth } = keptAt(session.folder, sandbox.hubUrl) ?? {};
    expect(accessToken).toMatch(/^hf_oauth_/);
    expect(oauth).toMatchObject({ refreshToken: expect.any(String) });
    expect(session.written()).not.toContain(accessToken);
    expect(session.written()).not.toContain(new URL(back).searchParams.get('code'));
  });

  test('Deny is told as the hub says it; r begins anew', async () => {
    const session = await signedOut(sandbox);
    session.type(WAY.browser);
    const first = await shownAddress(session);
    await fetch(await press(first, 'Deny'));
    await session.until(/access_denied/);
    session.press('r');
    expect(await shownAddress(session)).not.toBe(first);
  });

  test('Esc cancels, and nobody waits at the port any more', async () => {
    const session = await signedOut(sandbox);
    session.type(WAY.browser);
    const address = await shownAddress(session);
    const port = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
    session.press('escape');
    await session.until(/Paste a token/);
    await expect(fetch(port)).rejects.toThrow();
  });

  test('c copies the address as one line', async () => {
    const session = await signedOut(sandbox, { environment: { PATH: '' } });
    session.type(WAY.browser);
    const address = await shownAddress(session);
    session.press('c');
    const copied = Buffer.from(address).toString('base64');
    await session.untilWritten((written) => written.includes(`52;c;${copied}`));
  });
});

test('a hub without a sign-in page says so, and the other ways are a key away', async () => {
  const hub = await oauthHub({ discovery: { authorization_endpoint: 'http://evil.test/authorize' } });
  const session = await signedOut({ hubUrl: hub.url, inferenceUrl: hub.url });
  session.type(WAY.browser);
  await session.until(/r try again/);
  session.press('escape');
  await session.until(/Paste a token/);
});

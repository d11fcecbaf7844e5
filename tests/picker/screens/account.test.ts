import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { fakeHub, hubModel, type Reply } from '../../support/fake-hub.ts';
import { answerJson, sendJson } from '../../support/loopback.ts';
import { openPicker } from '../../support/open-picker.ts';
import { inProcessTerminal } from '../../support/in-process-terminal.ts';
import type { TerminalOptions } from '../../support/terminal-session.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_test' };
const MODEL = 'org/feelings';
const user = {
  name: 'someone',
  fullname: 'Some One',
  isPro: true,
  orgs: [
    { name: 'payer', fullname: 'The Payer', canPay: true },
    { name: 'guests', canPay: false },
  ],
};

const startHub = (whoami: Reply = user) =>
  fakeHub({ models: [hubModel(MODEL)], whoami, inference: [[{ label: 'joy', score: 0.9 }]] });

const picker = (url: string, words: readonly string[] = [], options: TerminalOptions = {}) =>
  openPicker({ url }, words, options);

describe('the account', () => {
  test('shows the user, the hub, the token source and the billing options, and bills runs to the chosen one', async () => {
    const hub = await startHub();
    const session = picker(hub.url, ['text-classification', MODEL, 'What a day']);
    await session.until(/^Tryout .* someone$[^]*What a day/m);
    const screen = await session.pressUntil('ctrl+y', /Bill to/);
    expect(screen).toContain('someone (Some One) · Pro');
    expect(screen).toContain(hub.url);
    await session.until(/The token is in HF_TOKEN\./);
    expect(screen).toMatch(/❯ ◉ Bill to yourself\n {2}○ Bill to payer \(The Payer\)\n/);
    expect(screen).toContain('cannot bill: guests');
    expect(session.written()).not.toContain('hf_test');
    await session.pressUntil(['down', 'enter'], /◉ Bill to payer/);
    await session.pressUntil('escape', (now) => !now.includes('Bill to'));
    await session.pressUntil('ctrl+r', /joy/);
    expect(hub.runs()[0]?.headers['x-hf-bill-to']).toBe('payer');
  });

  test('retries after a failed account request', async () => {
    const hub = await startHub(answerJson({ error: 'down' }, 500));
    const session = picker(hub.url);
    await session.until(/❯ Audio/);
    await session.pressUntil('ctrl+y', /user name unavailable/);
    hub.replies.whoami = user;
    await session.pressUntil('r', /someone \(Some One\)/);
  });

  test('reaches every row in the smallest terminal', async () => {
    const hub = await startHub();
    const session = picker(hub.url, [], { columns: 20, rows: 7 });
    await session.until(/someone[^]*❯ Audio/);
    await session.pressUntil('ctrl+y', /account/);
    await session.pressUntil('up', /❯ Use the sandbox/);
    await session.pressUntil('down', /❯ ◉ Bill to yourself/);
  });
});

describe('signing out', () => {
  /** Opens the account screen, signed in with a stored token. */
  async function signedIn(hubUrl: string, stored: object, more: TerminalOptions['environment'] = {}) {
    const folder = temporaryFolder();
    const store = join(folder, 'settings', `token-${encodeURIComponent(new URL(hubUrl).host)}.json`);
    mkdirSync(join(folder, 'settings'), { mode: 0o700 });
    writeFileSync(store, JSON.stringify({ hubUrl, ...stored }), { mode: 0o600 });
    const session = picker(hubUrl, [], { folder, environment: { HF_TOKEN: undefined, ...more } });
    await session.until(/❯ Audio/);
    await session.pressUntil('ctrl+y', /Bill to[^]*Sign out/);
    return { ...session, folder, store };
  }

  test('S18: asks for confirmation by rows or Y and N, deletes the token and shows the sign-in methods', async () => {
    const hub = await startHub();
    const session = await signedIn(hub.url, { accessToken: 'hf_kept' });
    await session.pressUntil(['up', 'up', 'enter'], /Sign out\? \(y\/n\)\n❯ Stay signed in\n {2}Sign out\n/);
    await session.pressUntil('enter', /❯ Sign out/);
    await session.pressUntil('enter', /❯ Stay signed in/);
    // Other text confirms nothing.
    session.type('2sure');
    await session.pressUntil('escape', /❯ Sign out/);
    await session.pressUntil('enter', /❯ Stay signed in/);
    expect(existsSync(session.store)).toBe(true);
    await session.pressUntil(['down', 'enter'], /❯ 1 Paste a token[^]*Signed out of 127\.0\.0\.1/);
    expect(existsSync(session.store)).toBe(false);
  });

  test('warns if HF_TOKEN is still set (F19)', async () => {
    const hub = await startHub();
    const session = await signedIn(hub.url, { accessToken: 'hf_kept' }, environment);
    session.press('up', 'up', 'enter', 'y');
    await session.until(/HF_TOKEN is still set\. Unset it to sign out completely\./);
    expect(existsSync(session.store)).toBe(false);
  });

  test('revokes an OAuth sign-in at the hub', async () => {
    let onRevoked: (token: string | null) => void = () => undefined;
    const revoked = new Promise<string | null>((resolve) => (onRevoked = resolve));
    const hub = await fakeHub({
      revoke: ({ body }, response) => {
        onRevoked(new URLSearchParams(body.toString()).get('token'));
        sendJson(response, {});
      },
    });
    hub.replies.discovery = { revocation_endpoint: `${hub.url}/oauth/revoke` };
    const oauth = {
      clientId: 'app',
      scope: 'openid',
      expiresAt: Date.now() + 3_600_000,
      refreshToken: 'CanaryOfRefresh',
    };
    const session = await signedIn(hub.url, { accessToken: 'hf_oauth_kept', oauth });
    await session.until(/from OAuth sign-in/);
    await session.pressUntil(['up', 'up', 'enter', 'y'], /Signed out of/);
    expect(await revoked).toBe('CanaryOfRefresh');
    expect(existsSync(session.store)).toBe(false);
  });
});

test('signing in as another user closes both screens and stores the new token', async () => {
  const folder = temporaryFolder();
  const session = await inProcessTerminal(at(sandbox), { folder }).showing(/Paste a token/);
  await session.typeUntil('1hf_first\r', /^Tryout +guest$/m);
  await session.pressUntil('ctrl+y', /Use another account/);
  await session.pressUntil(['up', 'up', 'up', 'enter'], /You are signed in to 127[^]*as guest/);
  await session.typeUntil('1hf_second\r', (screen) => !screen.includes('sign in'));
  const store = join(folder, 'settings', `token-127.0.0.1%3A${sandbox.port}.json`);
  expect(JSON.parse(readFileSync(store, 'utf8'))).toMatchObject({ accessToken: 'hf_second' });
});

test('switches from a hub to the sandbox within the picker', async () => {
  const hub = await startHub();
  const session = picker(hub.url);
  await session.until(/❯ Audio/);
  await session.pressUntil('ctrl+y', /Use the sandbox/);
  await session.pressUntil(['up', 'enter'], /^Tryout +guest · sandbox$/m);
});

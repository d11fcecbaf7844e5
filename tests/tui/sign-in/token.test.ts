import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sendJson, serve } from '../../support/loopback.ts';
import type { TerminalSession } from '../../support/pseudo-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { storedTokenAt, signedOut, METHOD } from './signing-in.ts';

const sandbox = await recordingSandbox();
const CANARY = 'hf_CanaryOfThePicker0123';
const hubAt = (url: string) => ({ hubUrl: url, inferenceUrl: url });

describe('pasting a token', () => {
  test('masks, checks and stores the token, then shows the user', async () => {
    const session = await signedOut(sandbox);
    session.type(METHOD.token);
    const page = `${sandbox.hubUrl}/settings/tokens/new?ownUserPermissions`;
    expect((await session.until(/Access token:/)).replaceAll('\n', '')).toContain(page);
    session.paste(CANARY);
    await session.until(new RegExp(`Access token: \\*{${CANARY.length}} ?$`, 'm'));
    session.press('enter');
    await session.until(/^Tryout +guest$/m);
    expect(session.screen()).toContain('Signed in to 127.0.0.1');
    expect(session.screen()).not.toContain('sign in');
    expect(storedTokenAt(session.folder, sandbox.hubUrl)?.accessToken).toBe(CANARY);
    session.press('ctrl+c');
    expect(await session.ended).toBe(130);
    expect(session.written()).not.toContain(CANARY);
    expect(session.isCursorVisible()).toBe(true);
  });

  test('writes the token only to the store (F8)', async () => {
    const session = await signedOut(sandbox);
    session.type(`${METHOD.token}${CANARY}\r`);
    await session.until(/^Tryout +guest$/m);
    session.press('ctrl+c');
    await session.ended;
    const files = readdirSync(session.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const holding = files.filter(({ parentPath, name }) =>
      readFileSync(join(parentPath, name), 'utf8').includes(CANARY),
    );
    expect(holding.map(({ name }) => name)).toEqual([expect.stringMatching(/^token-/)]);
    expect(session.written()).not.toContain(CANARY);
  });

  test("rejects a token without 'hf_' with the specified message", async () => {
    const session = await signedOut(sandbox);
    session.type(`${METHOD.token}secret\r`);
    const screen = await session.until(/must start with/);
    expect(screen).toContain("Your access token must start with 'hf_'");
    expect(screen).toContain('Access token: ******');
    session.press('ctrl+u');
    session.type('hf_');
    // The error disappears when the token changes.
    await session.until((seen) => !seen.includes('must start with'));
    expect(storedTokenAt(session.folder, sandbox.hubUrl)).toBeUndefined();
    expect(session.written()).not.toContain('secret');
  });

  test.each([
    ['white space around a token', ` ${CANARY}\n`, true],
    ['a space inside a token', `hf_Canary ${CANARY}`, false],
    ['a character that tokens cannot have', `${CANARY}é`, false],
  ])(
    'trims or rejects %s before any request, and never shows the token (F10)',
    async (_name, pasted, isAccepted) => {
      const session = await signedOut(sandbox);
      session.type(METHOD.token);
      await session.until(/Access token:/);
      session.paste(pasted);
      await session.until(/Access token: \*+ ?$/m);
      session.press('enter');
      if (isAccepted) await session.until(/^Tryout +guest$/m);
      else await session.until(/contains an invalid character/);
      expect(storedTokenAt(session.folder, sandbox.hubUrl)?.accessToken).toBe(
        isAccepted ? CANARY : undefined,
      );
      expect(session.written()).not.toContain('hf_Canary');
    },
  );

  test('Esc returns to the methods, and Enter on an empty token does nothing', async () => {
    const session = await signedOut(sandbox);
    session.press('enter');
    await session.until(/Access token:/);
    session.press('enter');
    session.type('hf_x');
    await session.until(/Access token: \*{4} ?$/m);
    session.press('escape');
    await session.until(/Paste a token/);
    session.press('enter');
    expect(await session.until(/Access token:/)).not.toContain('****');
  });
});

const startHub = (token: string) =>
  serve(({ headers }, response) =>
    headers.authorization === `Bearer ${token}`
      ? sendJson(response, { name: 'someone', orgs: [] })
      : sendJson(response, { error: 'Invalid credentials' }, 401),
  );

test.each([
  ['pasted', (session: TerminalSession) => session.paste(CANARY)],
  ['pasted without bracketed paste', (session: TerminalSession) => session.type(CANARY)],
])('C24: a token %s after a rejected one replaces it', async (_how, enter) => {
  const hub = await startHub(CANARY);
  const session = await signedOut(hubAt(hub.url));
  session.type(`${METHOD.token}hf_Refused\r`);
  await session.until(/Invalid credentials/);
  enter(session);
  await session.until(new RegExp(`Access token: \\*{${CANARY.length}} *$`, 'm'));
  expect(session.screen()).not.toContain('Invalid credentials');
  session.press('enter');
  await session.until(/^Tryout +someone$/m);
  expect(storedTokenAt(session.folder, hub.url)?.accessToken).toBe(CANARY);
  expect(session.written()).not.toContain('hf_');
});

test('C24: a rejected token can be edited', async () => {
  const hub = await startHub(CANARY);
  const session = await signedOut(hubAt(hub.url));
  session.type(`${METHOD.token}${CANARY}x\r`);
  await session.until(/Invalid credentials/);
  session.press('backspace');
  await session.until((screen) => !screen.includes('Invalid credentials'));
  session.press('enter');
  await session.until(/^Tryout +someone$/m);
});

test('C24: Ctrl-L clears the token, as the key hints say', async () => {
  const session = await signedOut(sandbox);
  session.type(`${METHOD.token}hf_wrong`);
  await session.until(/Access token: \*{8}[^]*Ctrl-L clear/);
  session.press('ctrl+l');
  await session.until(/Access token: *$/m);
});

test('shows the error for a rejected token and stores nothing', async () => {
  const hub = await serve((_received, response) =>
    sendJson(response, { error: `Invalid credentials: ${CANARY}` }, 401),
  );
  const session = await signedOut(hubAt(hub.url));
  session.type(`${METHOD.token}${CANARY}\r`);
  const screen = await session.until(/Invalid credentials/);
  expect(screen).toMatch(/Access token: \*+/);
  expect(storedTokenAt(session.folder, hub.url)).toBeUndefined();
  expect(session.written()).not.toContain(CANARY);
});

test('signs in with a note when the hub cannot check the token', async () => {
  const hub = await serve((_received, response) => sendJson(response, { error: 'down' }, 500));
  const session = await signedOut(hubAt(hub.url));
  session.type(`${METHOD.token}${CANARY}\r`);
  await session.until(/The token is stored, but 127\.0\.0\.1:\d+ could not verify it right now\./);
  expect(storedTokenAt(session.folder, hub.url)?.accessToken).toBe(CANARY);
});

test('Esc cancels checking the token', async () => {
  const hub = await serve(() => undefined);
  const session = await signedOut(hubAt(hub.url));
  session.type(`${METHOD.token}${CANARY}\r`);
  const check = await hub.first();
  await session.until(/Verifying the token/);
  session.press('escape');
  expect(await check.left).toBe(true);
  await session.until((screen) => !screen.includes('Verifying the token'));
  expect(session.screen()).toMatch(/Access token: \*+/);
  expect(storedTokenAt(session.folder, hub.url)).toBeUndefined();
});

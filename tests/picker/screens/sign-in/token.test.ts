import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerJson, sendJson, serve } from '../../../support/loopback.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { storedTokenAt, signedOut, METHOD } from './signing-in.ts';

const sandbox = await recordingSandbox();
const CANARY = 'hf_CanaryOfThePicker0123';
const hubAt = (url: string) => ({ hubUrl: url, inferenceUrl: url });

describe('pasting a token', () => {
  test('F8: masks and checks the token, writes it only to the store, then shows the user', async () => {
    const session = await signedOut(sandbox);
    session.type(METHOD.token);
    const page = `${sandbox.hubUrl}/settings/tokens/new?ownUserPermissions`;
    expect((await session.until(/Access token:/)).replaceAll('\n', '')).toContain(page);
    await session.pasteUntil(CANARY, new RegExp(`Access token: \\*{${CANARY.length}} ?$`, 'm'));
    await session.pressUntil('enter', /^Tryout +guest$/m);
    expect(session.screen()).toContain('Signed in to 127.0.0.1');
    expect(session.screen()).not.toContain('sign in');
    expect(storedTokenAt(session.folder, sandbox.hubUrl)?.accessToken).toBe(CANARY);
    expect(await session.endBy('ctrl+c')).toBe(130);
    expect(session.written()).not.toContain(CANARY);
    expect(session.isCursorVisible()).toBe(true);
    const files = readdirSync(session.folder, { recursive: true, withFileTypes: true });
    const holding = files.filter(
      (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(CANARY),
    );
    expect(holding.map(({ name }) => name)).toEqual([expect.stringMatching(/^token-/)]);
  });

  test("rejects a token without 'hf_' with the specified message", async () => {
    const session = await signedOut(sandbox);
    const screen = await session.typeUntil(`${METHOD.token}secret\r`, /must start with/);
    expect(screen).toContain("Your access token must start with 'hf_'");
    expect(screen).not.toContain('Access token: *');
    // The error disappears when the token changes.
    await session.typeUntil('hf_', (seen) => !seen.includes('must start with'));
    expect(storedTokenAt(session.folder, sandbox.hubUrl)).toBeUndefined();
    expect(session.written()).not.toContain('secret');
  });

  test('F10: rejects invalid characters and trims whitespace before any request; C24: Ctrl-L clears', async () => {
    const session = await signedOut(sandbox);
    await session.typeUntil(METHOD.token, /Access token:/);
    for (const pasted of [`hf_Canary ${CANARY}`, `${CANARY}é`]) {
      await session.pasteUntil(pasted, /Access token: \*+ ?$[^]*Ctrl-L clear/m);
      await session.pressUntil('enter', /contains an invalid character/);
      expect(session.screen()).toMatch(/Access token: *$/m);
    }
    expect(storedTokenAt(session.folder, sandbox.hubUrl)).toBeUndefined();
    await session.typeUntil('x', /Access token: \* *$/m);
    await session.pressUntil('ctrl+l', /Access token: *$/m);
    await session.pasteUntil(` ${CANARY}\n`, /Access token: \*+ ?$/m);
    await session.pressUntil('enter', /^Tryout +guest$/m);
    expect(storedTokenAt(session.folder, sandbox.hubUrl)?.accessToken).toBe(CANARY);
    expect(session.written()).not.toContain('hf_Canary');
  });

  test('Esc returns to the methods, and Enter on an empty token does nothing', async () => {
    const session = await signedOut(sandbox);
    await session.pressUntil('enter', /Access token:/);
    session.press('enter');
    await session.typeUntil('hf_x', /Access token: \*{4} ?$/m);
    await session.pressUntil('escape', /Paste a token/);
    expect(await session.pressUntil('enter', /Access token:/)).not.toContain('****');
  });
});

const startHub = (token: string) =>
  serve(({ headers }, response) =>
    headers.authorization === `Bearer ${token}`
      ? sendJson(response, { name: 'someone', orgs: [] })
      : sendJson(response, { error: `Invalid credentials: ${headers.authorization}` }, 401),
  );

test('C24: a token pasted after a rejected one replaces it, even without bracketed paste', async () => {
  const hub = await startHub(CANARY);
  const session = await signedOut(hubAt(hub.url));
  session.type(`${METHOD.token}hf_Refused\r`);
  expect(await session.until(/Invalid credentials/)).toMatch(/Access token: *$/m);
  expect(storedTokenAt(session.folder, hub.url)).toBeUndefined();
  await session.pasteUntil('hf_AlsoRefused', /Access token: \*{14} *$/m);
  expect(session.screen()).not.toContain('Invalid credentials');
  await session.pressUntil('enter', /Invalid credentials/);
  await session.typeUntil(CANARY, new RegExp(`Access token: \\*{${CANARY.length}} *$`, 'm'));
  await session.pressUntil('enter', /^Tryout +someone$/m);
  expect(storedTokenAt(session.folder, hub.url)?.accessToken).toBe(CANARY);
  expect(session.written()).not.toMatch(/Refused|Canary/);
});

test('signs in with a note when the hub cannot check the token', async () => {
  const hub = await serve(answerJson({ error: 'down' }, 500));
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

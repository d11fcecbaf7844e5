import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sendJson, serve } from '../../support/loopback.ts';
import type { TerminalSession } from '../../support/pseudo-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { keptAt, signedOut, WAY } from './signing-in.ts';

const sandbox = await recordingSandbox();
const CANARY = 'hf_CanaryOfThePicker0123';
const oldHub = (url: string) => ({ hubUrl: url, inferenceUrl: url });

describe('pasting a token', () => {
  test('it is masked, tried and kept; the picker goes on, and shows whose it is', async () => {
    const session = await signedOut(sandbox);
    session.type(WAY.token);
    const page = `${sandbox.hubUrl}/settings/tokens/new?ownUserPermissions`;
    expect((await session.until(/Access token:/)).replaceAll('\n', '')).toContain(page);
    session.paste(CANARY);
    await session.until(new RegExp(`Access token: \\*{${CANARY.length}} ?$`, 'm'));
    session.press('enter');
    await session.until(/^Tryout +guest$/m);
    expect(session.screen()).toContain('Signed in to 127.0.0.1');
    expect(session.screen()).not.toContain('sign in');
    expect(keptAt(session.folder, sandbox.hubUrl)?.accessToken).toBe(CANARY);
    session.press('ctrl+c');
    expect(await session.ended).toBe(130);
    expect(session.written()).not.toContain(CANARY);
    expect(session.isCursorVisible()).toBe(true);
  });

  test('the token stands in the store alone (F8)', async () => {
    const session = await signedOut(sandbox);
    session.type(`${WAY.token}${CANARY}\r`);
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

  test("one that does not begin with 'hf_' is refused in the words of the specification", async () => {
    const session = await signedOut(sandbox);
    session.type(`${WAY.token}secret\r`);
    const screen = await session.until(/must start with/);
    expect(screen).toContain("Your access token must start with 'hf_'");
    expect(screen).toContain('Access token: ******');
    session.press('ctrl+u');
    session.type('hf_');
    // The error goes with what caused it.
    await session.until((seen) => !seen.includes('must start with'));
    expect(keptAt(session.folder, sandbox.hubUrl)).toBeUndefined();
    expect(session.written()).not.toContain('secret');
  });

  test.each([
    ['a newline around it', ` ${CANARY}\n`, true],
    ['a space in it', `hf_Canary ${CANARY}`, false],
    ['letters that no token has', `${CANARY}é`, false],
  ])('%s is trimmed or refused before any request, and never shown (F10)', async (_name, pasted, isTaken) => {
    const session = await signedOut(sandbox);
    session.type(WAY.token);
    await session.until(/Access token:/);
    session.paste(pasted);
    await session.until(/Access token: \*+ ?$/m);
    session.press('enter');
    if (isTaken) await session.until(/^Tryout +guest$/m);
    else await session.until(/holds a character that no token has/);
    expect(keptAt(session.folder, sandbox.hubUrl)?.accessToken).toBe(isTaken ? CANARY : undefined);
    expect(session.written()).not.toContain('hf_Canary');
  });

  test('Esc goes back to the ways, and Enter on nothing does nothing', async () => {
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

/** A hub that takes one token only. */
const hubOf = (token: string) =>
  serve(({ headers }, response) =>
    headers.authorization === `Bearer ${token}`
      ? sendJson(response, { name: 'someone', orgs: [] })
      : sendJson(response, { error: 'Invalid credentials' }, 401),
  );

test.each([
  ['pasted', (session: TerminalSession) => session.paste(CANARY)],
  ['pasted without marks', (session: TerminalSession) => session.type(CANARY)],
])('C24: a token that is %s after a refused one replaces it', async (_how, enter) => {
  const hub = await hubOf(CANARY);
  const session = await signedOut(oldHub(hub.url));
  session.type(`${WAY.token}hf_Refused\r`);
  await session.until(/Invalid credentials/);
  enter(session);
  await session.until(new RegExp(`Access token: \\*{${CANARY.length}} *$`, 'm'));
  expect(session.screen()).not.toContain('Invalid credentials');
  session.press('enter');
  await session.until(/^Tryout +someone$/m);
  expect(keptAt(session.folder, hub.url)?.accessToken).toBe(CANARY);
  expect(session.written()).not.toContain('hf_');
});

test('C24: a refused token can be edited, too', async () => {
  const hub = await hubOf(CANARY);
  const session = await signedOut(oldHub(hub.url));
  session.type(`${WAY.token}${CANARY}x\r`);
  await session.until(/Invalid credentials/);
  session.press('backspace');
  await session.until((screen) => !screen.includes('Invalid credentials'));
  session.press('enter');
  await session.until(/^Tryout +someone$/m);
});

test('C24: Ctrl-L clears the token, as the key hints say', async () => {
  const session = await signedOut(sandbox);
  session.type(`${WAY.token}hf_wrong`);
  await session.until(/Access token: \*{8}[^]*Ctrl-L clear/);
  session.press('ctrl+l');
  await session.until(/Access token: *$/m);
});

test('a token that the hub refuses: said beside it, nothing is kept', async () => {
  const hub = await serve((_received, response) =>
    sendJson(response, { error: `Invalid credentials: ${CANARY}` }, 401),
  );
  const session = await signedOut(oldHub(hub.url));
  session.type(`${WAY.token}${CANARY}\r`);
  const screen = await session.until(/Invalid credentials/);
  expect(screen).toMatch(/Access token: \*+/);
  expect(keptAt(session.folder, hub.url)).toBeUndefined();
  expect(session.written()).not.toContain(CANARY);
});

test('a hub that cannot say just now whose it is does not keep anyone out', async () => {
  const hub = await serve((_received, response) => sendJson(response, { error: 'down' }, 500));
  const session = await signedOut(oldHub(hub.url));
  session.type(`${WAY.token}${CANARY}\r`);
  await session.until(/The token is stored, but 127\.0\.0\.1:\d+ could not verify it right now\./);
  expect(keptAt(session.folder, hub.url)?.accessToken).toBe(CANARY);
});

test('asking the hub can be left with Esc', async () => {
  const hub = await serve(() => undefined);
  const session = await signedOut(oldHub(hub.url));
  session.type(`${WAY.token}${CANARY}\r`);
  const asked = await hub.first();
  await session.until(/Verifying the token/);
  session.press('escape');
  expect(await asked.left).toBe(true);
  await session.until((screen) => !screen.includes('Verifying the token'));
  expect(session.screen()).toMatch(/Access token: \*+/);
  expect(keptAt(session.folder, hub.url)).toBeUndefined();
});

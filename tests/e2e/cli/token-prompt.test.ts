import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { inProcessTerminal } from '../../support/in-process-terminal.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const words = ['login', ...at(sandbox)];
const ENTER = '\r';
const ESCAPE = '\u001b';
const CONTROL_C = '\u0003';
const CONTROL_D = '\u0004';
const CONTROL_U = '\u0015';
const BACKSPACE = '\u007f';
const LEFT = '\u001b[D';

function storedIn(folder: string): unknown {
  const store = join(folder, 'settings', `token-127.0.0.1%3A${sandbox.port}.json`);
  return (JSON.parse(readFileSync(store, 'utf8')) as { accessToken: unknown }).accessToken;
}

test('masks and stores the token, and links to the token page of the hub', async () => {
  const folder = temporaryFolder();
  const session = inProcessTerminal(words, { folder, columns: 200 });
  expect(await session.until(/Access token:/)).toContain(
    `Create a token at ${sandbox.hubUrl}/settings/tokens/new?`,
  );
  await session.typeUntil('hf_secret', /Access token: \*{9}$/);
  session.type(ENTER);
  expect(await session.ended).toBe(0);
  expect(session.screen()).toMatch(/Signed in to 127\.0\.0\.1:\d+ as guest/);
  expect(session.written()).not.toContain('hf_secret');
  expect(session.isCursorVisible()).toBe(true);
  expect(storedIn(folder)).toBe('hf_secret');
});

test.each([
  ['CR', 'hf_pasted\r'],
  ['LF', 'hf_pasted\n'],
  ['CR LF', 'hf_pasted\r\n'],
  ['several lines', 'hf_pasted\nrm -rf\n'],
])('accepts Enter in the same chunk as the token: %s', async (_name, keys) => {
  const folder = temporaryFolder();
  const session = await inProcessTerminal(words, { folder }).showing(/Access token:/);
  session.type(keys);
  expect(await session.ended).toBe(0);
  expect(storedIn(folder)).toBe('hf_pasted');
  expect(session.written()).not.toContain('hf_pasted');
});

test('lets you edit the token', async () => {
  const folder = temporaryFolder();
  const session = await inProcessTerminal(words, { folder }).showing(/Access token:/);
  await session.typeUntil(`wrong${CONTROL_U}hf_sex${BACKSPACE}cet${LEFT}${LEFT}r`, /Access token: \*{9}$/);
  session.type(ENTER);
  expect(await session.ended).toBe(0);
  expect(storedIn(folder)).toBe('hf_secret');
});

test.each([
  ['Esc', 'hf_secret', ESCAPE],
  ['Ctrl-C', 'hf_secret', CONTROL_C],
  ['Ctrl-D on an empty line', '', CONTROL_D],
])('%s restores the cursor, stores nothing and exits with 130 (F6)', async (_name, typed, key) => {
  const folder = temporaryFolder();
  const session = await inProcessTerminal(words, { folder }).showing(/Access token:/);
  await session.typeUntil(typed, new RegExp(`Access token: ?\\*{${typed.length}}$`));
  session.type(key);
  expect(await session.ended).toBe(130);
  expect(session.screen()).toMatch(/error: Canceled$/);
  expect(session.isCursorVisible()).toBe(true);
  expect(existsSync(join(folder, 'settings'))).toBe(false);
});

test('ignores Ctrl-D after other input', async () => {
  const folder = temporaryFolder();
  const session = await inProcessTerminal(words, { folder }).showing(/Access token:/);
  session.type(`hf_sec${CONTROL_D}ret${ENTER}`);
  expect(await session.ended).toBe(0);
  expect(storedIn(folder)).toBe('hf_secret');
});

test('keeps the lines above the prompt when the window is resized to 10 x 3 and back (F5)', async () => {
  const session = inTerminal(words);
  await session.until(/Access token:/);
  session.resize(10, 3);
  session.type('hf_sec');
  session.resize(80, 24);
  await session.typeUntil('ret', /\*{9}$/);
  session.type(ENTER);
  expect(await session.ended).toBe(0);
  // No sequence erases the screen or the scrollback, or moves to another line.
  // oxlint-disable-next-line no-control-regex -- matches escape sequences
  expect(session.written()).not.toMatch(/\u001b\[\d*(?:[AFHJ]|;)/);
});

test('keeps a long token on one line', async () => {
  const folder = temporaryFolder();
  const token = `hf_${'x'.repeat(200)}`;
  const session = await inProcessTerminal(words, { folder, columns: 40 }).showing(/Access token:/);
  session.type(token);
  const lines = (await session.until(/^\*{39}$/m)).split('\n');
  expect(lines.filter((line) => line.includes('*'))).toHaveLength(1);
  session.type(ENTER);
  expect(await session.ended).toBe(0);
  expect(storedIn(folder)).toBe(token);
});

test('names the flag and exits with 2 with TERM=dumb (F5)', async () => {
  const session = await inProcessTerminal(words, { environment: { TERM: 'dumb' } }).endedWith(2);
  expect(session.screen()).toMatch(/--token-stdin/);
  expect(session.screen()).not.toContain('Access token:');
});

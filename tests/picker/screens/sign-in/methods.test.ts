import { describe, expect, test } from 'vitest';
import { at } from '../../../support/cli.ts';
import { openPicker } from '../../../support/open-picker.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { inProcessTerminal } from '../../../support/in-process-terminal.ts';
import { answerJson, serve } from '../../../support/loopback.ts';
import { signedOut, METHOD } from './signing-in.ts';

const sandbox = await recordingSandbox();

describe('the sign-in methods', () => {
  test('applies arrows and Enter pressed in quick succession; NO_COLOR: uses no color', async () => {
    const session = await signedOut(sandbox, { environment: { NO_COLOR: '1' } });
    await session.pressUntil(['down', 'down', 'enter'], /Enter this code/);
    // oxlint-disable-next-line no-control-regex -- these are the sequences to find
    expect(session.written()).not.toMatch(/\u001b\[(?:[1-9]|3\d|9\d)(?:;\d+)*m/);
  });

  test('C11: without a client ID, offers only what works and says how to enable the rest', async () => {
    const session = await signedOut(sandbox, { environment: { TRYOUT_OAUTH_CLIENT_ID: undefined } });
    const screen = session.screen().replace(/\s+/g, ' ');
    expect(screen).not.toContain('Sign in with your browser');
    expect(screen).toContain(`${sandbox.hubUrl}/settings/applications/new`);
    expect(screen).toContain('http://127.0.0.1/callback');
    expect(screen).toContain('set TRYOUT_OAUTH_CLIENT_ID');
    await session.typeUntil(`${METHOD.token}hf_any\r`, /^Tryout +guest$/m);
  });

  test('pressing Esc twice leaves the picker without signing in', async () => {
    const session = await signedOut(sandbox);
    await session.pressUntil('escape', /Press Esc again to quit/);
    expect(await session.endBy('escape')).toBe(0);
  });

  test('opens the sandbox without an account', async () => {
    const session = await signedOut(sandbox);
    await session.typeUntil(METHOD.sandbox, /^Tryout +guest · sandbox$/m);
  });

  test('shows all methods in the smallest terminal', async () => {
    const session = await signedOut(sandbox, { columns: 20, rows: 7 });
    const lines = (await session.until(/Use the sandbox/)).split('\n');
    expect(lines.slice(1, 5).map((line) => line.slice(0, 8))).toEqual([
      '❯ 1 Past',
      '  2 Sign',
      '  3 Sign',
      '  4 Use ',
    ]);
    await session.pressUntil('enter', /Access token:/);
  });
});

test('names the variable of a rejected token from the environment (F8)', async () => {
  const token = 'hf_CanaryOfTheEnvironment';
  const hub = await serve(answerJson({ error: 'Invalid credentials' }, 401));
  const session = inProcessTerminal(at(hub), {
    environment: { HF_TOKEN: token },
  });
  const screen = await session.until(/Paste a token/);
  expect(screen).toContain('rejected the token');
  expect(screen).toContain('HF_TOKEN');
  expect(session.written()).not.toContain(token);
});

test('S16: a token cannot be submitted or cleared while a run is in progress', async () => {
  const terminal = openPicker(sandbox, ['text-classification', 'trouble/silent', 'Hello']);
  await terminal.until(/\[ Run \] Enter/);
  await terminal.pressUntil('enter', /Waiting for the response/);
  await terminal.pressUntil('ctrl+y', /Bill to yourself\n[^]*Use another account/);
  await terminal.typeUntil('another', /❯ Use another account/);
  await terminal.pressUntil('enter', /Paste a token/);
  await terminal.typeUntil(METHOD.token, /Access token:[^]*A run is in progress/);
  terminal.type('hf_other');
  const screen = await terminal.pressUntil(['enter', 'ctrl+l'], /Access token: \*{8}/);
  expect(screen).toMatch(/A run is in progress/);
  expect(screen).not.toMatch(/Enter sign in|Ctrl-L clear/);
});

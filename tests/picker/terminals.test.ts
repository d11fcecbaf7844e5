import { tasks } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { chatServer, startChat } from '../support/chat-server.ts';
import { inProcessTerminal } from '../support/in-process-terminal.ts';
import { inTerminal, type TerminalSession } from '../support/pseudo-terminal.ts';
import { recordingSandbox } from '../support/recording-sandbox.ts';
import { at } from '../support/cli.ts';
import { cliInProcess as cli } from '../support/cli-in-process.ts';

const sandbox = await recordingSandbox();
const first = tasks[0]!.label;

describe.concurrent('without an interactive terminal (F5)', () => {
  test('suggests the matching run command in a pipe', async () => {
    const { code, stdout, stderr } = await cli(['text-classification', 'a/b', 'text']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'error: The picker requires a terminal\nhint: Use tryout run text-classification -m a/b instead.\n',
    );
  });

  test('suggests the matching run command with TERM=dumb', async () => {
    const terminal = inProcessTerminal(['text-classification'], { environment: { TERM: 'dumb' } });
    expect(await terminal.ended).toBe(2);
    expect(terminal.screen()).toContain('Use tryout run text-classification instead.');
    // oxlint-disable-next-line no-control-regex -- matches escape sequences
    expect(terminal.written()).not.toMatch(/\u001b/);
  });

  test('rejects --json', async () => {
    const { code, stdout, stderr } = await cli(['text-classification', '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        message: 'The picker does not support --json',
        hint: 'Use tryout run text-classification --json.',
      },
    });
  });
});

async function goToForm(terminal: TerminalSession): Promise<void> {
  await terminal.until(new RegExp(first));
  await terminal.typeUntil('text class', /❯ Text Classif/);
  await terminal.pressUntil('enter', /❯ sandbox\//);
  await terminal.pressUntil('enter', /Ctrl-X/);
}

test.each([
  ['NO_COLOR', ['demo'], { NO_COLOR: '1' }],
  ['--no-color', ['demo', '--no-color'], {}],
])('%s: no screen uses color (F5)', async (_name, words, environment) => {
  const terminal = inProcessTerminal(words, { environment });
  await goToForm(terminal);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
  // Bold and dim are not colors.
  // oxlint-disable-next-line no-control-regex -- matches color sequences
  expect(terminal.written()).not.toMatch(/\u001b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9\d|10\d)[\d;]*m/);
});

test('shows "Too small" at 10 x 3 and restores the screen and keys typed meanwhile when the window grows (F5)', async () => {
  const terminal = inTerminal(['demo']);
  const before = await terminal.until(/guest[^]*\? keys/);
  terminal.resize(10, 3);
  await terminal.until(/^Too small/);
  terminal.resize(80, 24);
  expect(await terminal.until((screen) => screen === before)).toBe(before);
  terminal.resize(10, 3);
  await terminal.until(/^Too small/);
  terminal.type('zer');
  terminal.resize(80, 24);
  await terminal.until(/Filter: zer\b/);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
});

test('loses nothing when the terminal is resized while an answer streams (F5)', async () => {
  const server = await chatServer();
  const terminal = await startChat(server, { hasOwnProcess: true });
  await server.say('first line\n');
  await terminal.until(/first line/);
  for (const [columns, rows] of [
    [10, 3],
    [200, 50],
    [20, 6],
    [2, 1],
    [40, 12],
  ] as const) {
    terminal.resize(columns, rows);
    await server.say(`at ${columns} columns\n`);
  }
  await server.finish();
  terminal.resize(80, 24);
  // The last resize brings back what the smaller sizes hid.
  const screen = await terminal.until(/^Tryout[^]*at 40 columns\n[^]*j JSON/);
  expect(screen).toMatch(
    /^first line\nat 10 columns\nat 200 columns\nat 20 columns\nat 2 columns\nat 40 columns$/m,
  );
  expect(screen).toMatch(/^Tryout › Text Generation/);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
});

test('writes plain lines for a screen reader, without a full-screen app, and keeps the result', async () => {
  // With CI set, Ink would write nothing until it exits.
  const environment = { INK_SCREEN_READER: 'true', HF_TOKEN: 'hf_sandbox', CI: 'true' };
  const words = [...at(sandbox), 'text-classification', 'sandbox/vader-sentiment', 'What a wonderful day'];
  const terminal = inTerminal(words, { environment });
  await terminal.until(/What a wonderful day/);
  const screen = await terminal.pressUntil('ctrl+r', /POSITIVE[^]*j JSON/);
  expect(screen).not.toMatch(/──|^\s*$/m);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.written()).not.toContain('\u001b[?1049h');
  expect(terminal.screen()).toMatch(/\nText Classification[^]*POSITIVE/);
  expect(terminal.isBracketedPasteOn()).toBe(false);
  expect(terminal.isCursorVisible()).toBe(true);
});

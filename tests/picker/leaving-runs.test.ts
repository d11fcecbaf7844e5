import { join } from 'node:path';
import { fileHistory, fileLock } from '@tryout/engine/node';
import { expect, test } from 'vitest';
import { at } from '../support/cli.ts';
import { fakeHub, hubModel } from '../support/fake-hub.ts';
import { sendJson, serve, switchProtocols } from '../support/loopback.ts';
import { chooseEndpoint, openPicker } from '../support/open-picker.ts';
import { dataFolderOf, temporaryFolder } from '../support/process.ts';
import { inProcessTerminal } from '../support/in-process-terminal.ts';
import { inTerminal } from '../support/pseudo-terminal.ts';
import type { TerminalOptions, TerminalSession } from '../support/terminal-session.ts';

const MODELS = ['sandbox/one', 'sandbox/two'];

/** A hub whose models answer when the test allows it. */
async function slowHub() {
  const answers: (() => void)[] = [];
  const hub = await fakeHub({
    models: MODELS.map((id, index) => hubModel(id, { downloads: 9 - index })),
    inference: ({ url }, response) => {
      const label = url.includes('/one') ? 'LATE' : 'RIGHT';
      answers.push(() => sendJson(response, [{ label, score: 1 }]));
    },
  });
  return { hub, answers, runs: hub.runs };
}

async function waitingRun<Session extends TerminalSession>(
  open: (words: readonly string[], options: TerminalOptions) => Session,
  folder = temporaryFolder(),
) {
  const slow = await slowHub();
  const words = [...at(slow.hub), 'text-classification', 'sandbox/one', 'some text'];
  const terminal = open(words, { folder, environment: { HF_TOKEN: 'hf_test' } });
  await terminal.until(/some text/);
  await terminal.pressUntil('ctrl+r', () => slow.answers.length === 1);
  return { ...slow, terminal };
}

function expectRestored(terminal: TerminalSession): void {
  expect({
    fullScreen: terminal.isFullScreen(),
    cursor: terminal.isCursorVisible(),
    paste: terminal.isBracketedPasteOn(),
  }).toEqual({ fullScreen: false, cursor: true, paste: false });
  expect(terminal.written()).toContain('\u001b[?7h');
}

test('Ctrl-C during a request aborts it, restores the terminal and exits with 130 (F6)', async () => {
  const { terminal, runs } = await waitingRun(inTerminal);
  terminal.press('ctrl+c');
  expect(await runs()[0]!.left).toBe(true);
  expect(await terminal.ended).toBe(130);
  expectRestored(terminal);
});

test('Ctrl-C after a request leaves the result in the scrollback and exits with 130 (F6)', async () => {
  const { terminal, answers } = await waitingRun(inProcessTerminal);
  answers[0]!();
  await terminal.until(/LATE/);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
  expectRestored(terminal);
  expect(terminal.scrollback()).toContain('LATE');
});

test('SIGTERM aborts the request, restores the terminal and exits with 143', async () => {
  const { terminal, runs } = await waitingRun(inTerminal);
  terminal.signal('SIGTERM');
  expect(await runs()[0]!.left).toBe(true);
  expect(await terminal.ended).toBe(143);
  expectRestored(terminal);
});

test('T29: a run is recorded when the terminal sends SIGHUP twice', async () => {
  const folder = temporaryFolder();
  const { terminal, runs } = await waitingRun(inTerminal, folder);
  const history = join(dataFolderOf(folder), 'history');
  // Until the second signal has arrived.
  await fileLock(join(history, 'index.lock'))(async () => {
    terminal.signal('SIGHUP');
    expect(await runs()[0]!.left).toBe(true);
    terminal.signal('SIGHUP');
  });
  expect(await terminal.ended).toBe(129);
  expectRestored(terminal);
  expect(await fileHistory(history).list()).toMatchObject([{ status: 'cancelled', input: 'some text' }]);
});

test('pressing Ctrl-C twice while the hub does not respond exits with 130 (F6)', async () => {
  const hub = await serve(() => undefined);
  const terminal = openPicker(hub, ['text-classification'], { hasOwnProcess: true });
  await terminal.until(/Loading models/);
  const { left } = await hub.first();
  terminal.press('ctrl+c', 'ctrl+c');
  expect(await left).toBe(true);
  expect(await terminal.ended).toBe(130);
  expectRestored(terminal);
});

test('X1: 101 Switching Protocols fails the model list, and Ctrl-C exits', async () => {
  const hub = await serve(({ socket }) => switchProtocols(socket));
  const terminal = openPicker(hub, ['text-classification']);
  await terminal.until(/switched to another protocol instead of responding/);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
  expectRestored(terminal);
});

test('X1: 101 Switching Protocols fails a run, and Esc returns to the form', async () => {
  const { hub } = await slowHub();
  const endpoint = await serve(({ socket }) => switchProtocols(socket));
  const terminal = openPicker(hub, ['text-classification', 'sandbox/one', 'some text']);
  await terminal.until(/some text/);
  await chooseEndpoint(terminal, endpoint.url);
  await terminal.pressUntil('ctrl+r', /switched to another protocol instead of responding/);
  await terminal.pressUntil('escape', /Ctrl-X/);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
  expectRestored(terminal);
});

test('aborts the request of the previous model and never shows its late answer (F51)', async () => {
  const { terminal, answers, runs } = await waitingRun(inProcessTerminal);
  terminal.press('escape');
  expect(await runs()[0]!.left).toBe(true);
  answers[0]!();
  await terminal.until(/Canceled/);
  await terminal.pressUntil('escape', /Ctrl-X/);
  await terminal.pressUntil('escape', /Select a model/);
  await terminal.typeUntil('two', /❯ sandbox\/two/);
  await terminal.pressUntil('enter', /sandbox\/two[^]*some text/);
  await terminal.pressUntil('ctrl+r', () => answers.length === 2);
  answers[1]!();
  await terminal.until(/RIGHT/);
  expect(terminal.written()).not.toContain('LATE');
  await terminal.endBy('ctrl+c');
});

test('pressing Enter twice sends one request (F51)', async () => {
  const { hub, answers, runs } = await slowHub();
  const terminal = openPicker(hub, ['text-classification', 'sandbox/two', 'some text']);
  await terminal.until(/some text/);
  await terminal.pressUntil(['enter', 'enter'], () => answers.length > 0);
  answers[0]!();
  await terminal.until(/RIGHT/);
  expect(runs()).toHaveLength(1);
  await terminal.endBy('ctrl+c');
});

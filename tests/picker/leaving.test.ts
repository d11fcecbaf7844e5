import { tasks } from '@tryout/engine';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { expect, onTestFinished, test } from 'vitest';
import { testWith } from '../engine/snippets/support/programs.ts';
import { launcher } from '../support/built-cli.ts';
import { isolatedEnvironment, temporaryFolder } from '../support/cli.ts';
import { isRunning } from '../support/process.ts';
import { inTerminal, type TerminalProcess } from '../support/pseudo-terminal.ts';
import { createTerminal, textOf } from '../support/terminal-emulator.ts';

async function opened(): Promise<TerminalProcess> {
  const terminal = inTerminal(['--sandbox']);
  await terminal.until(/Image Classification/);
  return terminal;
}

/** Ctrl-C, SIGTERM and SIGHUP end a run in `leaving-runs.test.ts`. */
test.each<[what: string, leave: (terminal: TerminalProcess) => void, code: number]>([
  ['Ctrl-Q', (terminal) => terminal.press('ctrl+q'), 0],
  ['SIGINT', (terminal) => terminal.signal('SIGINT'), 130],
])('%s restores the terminal', async (_what, leave, code) => {
  const terminal = await opened();
  expect([terminal.isFullScreen(), terminal.isBracketedPasteOn(), terminal.isCursorVisible()]).toEqual([
    true,
    true,
    true,
  ]);
  leave(terminal);
  expect(await terminal.ended).toBe(code);
  expect([terminal.isFullScreen(), terminal.isBracketedPasteOn(), terminal.isCursorVisible()]).toEqual([
    false,
    false,
    true,
  ]);
  // Line wrapping is on again, and the picker leaves no output.
  expect(terminal.written().lastIndexOf('\u001b[?7h')).toBeGreaterThan(
    terminal.written().lastIndexOf('\u001b[?7l'),
  );
  expect(terminal.scrollback()).toBe('');
});

test('Ctrl-Z changes nothing without a shell that could resume the picker', async () => {
  const terminal = await opened();
  terminal.press('ctrl+z');
  await terminal.untilWritten((all) => all.split('\u001b[?1049h').length === 3);
  await terminal.typeUntil('trans', /Filter: trans /);
  expect(terminal.isFullScreen()).toBe(true);
  expect(await terminal.until(/Translation/)).not.toContain('Image Classification');
});

function shell() {
  let written = '';
  const folder = temporaryFolder();
  const screen = createTerminal(80, 24);
  const pty = spawn('bash', ['--norc', '--noprofile', '-i'], {
    cols: 80,
    rows: 24,
    cwd: folder,
    env: isolatedEnvironment(folder, { TERM: 'xterm-256color', PS1: 'shell$ ', HISTFILE: '' }),
  });
  onTestFinished(() => pty.kill('SIGKILL'));
  pty.onData((data) => {
    written += data;
    screen.write(data);
  });
  screen.onData((answer) => pty.write(answer));
  return {
    pty,
    screen,
    written: () => written,
    see: (pattern: RegExp) => expect.poll(() => textOf(screen.buffer.active)).toMatch(pattern),
  };
}

testWith('bash')('a shell suspends and resumes the picker, twice', async () => {
  const { pty, screen, see, written } = shell();
  await see(/shell\$/);
  pty.write(`${process.execPath} ${launcher} --sandbox\r`);
  await see(/Image Classification/);
  pty.write('summar');
  await see(new RegExp(`1 of ${tasks.length}`));
  pty.write('\u001a');
  await see(/Stopped/);
  expect(screen.buffer.active.type).toBe('normal');
  // The terminal is no longer in raw mode.
  pty.write('stty -a | grep -o -e "-*icanon" | sed "s/^/mode: /"\r');
  await see(/mode: icanon/);
  pty.write('fg\r');
  await see(new RegExp(`1 of ${tasks.length}`));
  expect(screen.buffer.active.type).toBe('alternate');
  pty.write('\u007f\u007f\u007f\u007f\u007f\u007f');
  await see(/Image Classification/);
  pty.write('\u001a');
  await see(/Stopped/);
  pty.write('fg\r');
  await see(/Image Classification/);
  pty.write('\u0011');
  await see(/shell\$$/);
  pty.write('echo "code $?"\r');
  await see(/code 0/);
  // Keys that are typed while the screen is left and entered once more would be lost.
  expect(written().split('\u001b[?1049h')).toHaveLength(4);
});

testWith('bash')('X11: SIGQUIT restores the terminal and ends the picker with code 131', async () => {
  const { pty, screen, see, written } = shell();
  await see(/shell\$/);
  pty.write(`${process.execPath} ${launcher} --sandbox & echo "pid $!"; fg\r`);
  await see(/Image Classification/);
  const [, pid] = /^pid (\d+)/m.exec(written()) ?? [];
  process.kill(Number(pid), 'SIGQUIT');
  await see(/shell\$$/);
  expect(screen.buffer.active.type).toBe('normal');
  pty.write('echo "code $?"\r');
  await see(/code 131/);
});

test('shows an unexpected error after the full screen is closed', async () => {
  const folder = temporaryFolder();
  const fault = join(folder, 'fault.cjs');
  writeFileSync(fault, "process.on('SIGUSR2', () => { throw new Error('unexpected fault'); });");
  const terminal = inTerminal(['--sandbox'], { folder, environment: { NODE_OPTIONS: `--require ${fault}` } });
  await terminal.until(/Image Classification/);
  terminal.signal('SIGUSR2');
  expect(await terminal.ended).toBe(1);
  expect([terminal.isFullScreen(), terminal.isBracketedPasteOn(), terminal.isCursorVisible()]).toEqual([
    false,
    false,
    true,
  ]);
  expect(terminal.scrollback()).toContain('unexpected fault');
});

testWith('bash')('the picker exits when its terminal closes', async () => {
  const { pty, see, written } = shell();
  await see(/shell\$/);
  pty.write(`${process.execPath} ${launcher} --sandbox & echo "pid $!"; fg\r`);
  await see(/Image Classification/);
  const [, pid] = /^pid (\d+)/m.exec(written()) ?? [];
  (pty as unknown as { destroy(): void }).destroy();
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});

test('pastes a megabyte quickly', async () => {
  const terminal = await opened();
  terminal.paste(`${'Zürich 漢字 '.repeat(60_000)}\nend`);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
});

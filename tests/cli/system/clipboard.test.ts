import headless from '@xterm/headless';
import { expect, test } from 'vitest';
import { copyText } from '../../../packages/cli/src/system/programs.ts';
import { fakePrograms, type FakePrograms } from '../../support/process.ts';

/** Copies on a terminal with these environment variables. */
function clipboardIn(environment: Record<string, string>, programs: FakePrograms = fakePrograms()) {
  const written: string[] = [];
  const device = {
    write: (sequence: string) => void written.push(sequence),
    onReply: () => () => undefined,
  };
  return {
    copy: (copied: string) => copyText({ PATH: programs.path, ...environment }, device, copied),
    programs,
    written: () => written.join(''),
  };
}

/** The text a terminal copies for the given output. */
async function copiedBy(sequences: string): Promise<string | undefined> {
  const terminal = new headless.Terminal({ allowProposedApi: true });
  let copied: string | undefined;
  terminal.parser.registerOscHandler(52, (data) => {
    copied = Buffer.from(data.replace(/^c;/, ''), 'base64').toString();
    return true;
  });
  await new Promise<void>((resolve) => terminal.write(sequences, resolve));
  expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe('');
  return copied;
}

const text = "a 'quoted' $HOME `line`\nsecond 漢字 😀 \u001b[31m";

test('copies through the terminal if there is no program', async () => {
  const { copy, written } = clipboardIn({});
  expect(await copy(text)).toMatch(/through the terminal/);
  expect(await copiedBy(written())).toBe(text);
});

test.each([
  ['wl-copy', { WAYLAND_DISPLAY: 'wayland-0' }],
  ['xclip', { DISPLAY: ':0' }],
  ['xsel', { DISPLAY: ':0' }],
  ['termux-clipboard-set', { TERMUX_VERSION: '0.118' }],
  ['powershell.exe', { WSL_DISTRO_NAME: 'Debian' }],
])('copies with %s too, without passing the text as an argument', async (program, environment) => {
  const { copy, programs, written } = clipboardIn(environment as unknown as Record<string, string>);
  programs.add(program, 'printf "%s\\n" "$@" > "$OUT/words"; cat > "$OUT/copied"');
  expect(await copy(text)).toContain(program);
  expect(programs.read('copied')).toBe(text);
  expect(programs.read('words')).not.toContain('quoted');
  expect(await copiedBy(written())).toBe(text);
});

test('tries the next program when one fails', async () => {
  const { copy, programs } = clipboardIn({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' });
  programs.add('wl-copy', 'exit 1');
  programs.add('xclip', 'cat > "$OUT/copied"');
  expect(await copy(text)).toContain('xclip');
  expect(programs.read('copied')).toBe(text);
});

test('does not wait for a program in the background', async () => {
  const { copy, programs } = clipboardIn({ DISPLAY: ':0' });
  programs.add('xclip', 'cat > "$OUT/copied"; sleep 30 & echo $! > "$OUT/child"');
  expect(await copy(text)).toContain('xclip');
  process.kill(Number(programs.read('child')));
});

test('copies with tmux, which passes the text to the outer terminal', async () => {
  const { copy, programs } = clipboardIn({ TMUX: '/tmp/tmux-0/default,1,0' });
  programs.add('tmux', 'printf "%s " "$@" > "$OUT/words"; cat > "$OUT/copied"');
  expect(await copy(text)).toContain('tmux');
  expect(programs.read('words')).toBe('load-buffer -w - ');
  expect(programs.read('copied')).toBe(text);
});

test('does not use programs of the remote machine over SSH', async () => {
  const { copy, programs } = clipboardIn({ SSH_TTY: '/dev/pts/0', WAYLAND_DISPLAY: 'wayland-0' });
  programs.add('wl-copy', 'cat > "$OUT/copied"');
  expect(await copy(text)).toMatch(/through the terminal/);
  expect(programs.read('copied')).toBeUndefined();
});

test('copies a text too long for terminals with a program, or suggests saving it', async () => {
  const long = 'x'.repeat(100_000);
  const terminalOnly = clipboardIn({});
  await expect(terminalOnly.copy(long)).rejects.toMatchObject({
    name: 'InputError',
    message: '100 kB is too large to copy through a terminal',
    hint: 'Save it instead.',
  });
  expect(terminalOnly.written()).toBe('');
  const { copy, programs, written } = clipboardIn({ DISPLAY: ':0' });
  programs.add('xclip', 'cat > "$OUT/copied"');
  expect(await copy(long)).toContain('xclip');
  expect(programs.read('copied')).toBe(long);
  expect(written()).toBe('');
});

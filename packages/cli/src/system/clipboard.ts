import { InputError, size } from '@tryout/engine';
import type { Environment } from '../terminal/terminal.ts';
import type { TerminalDevice } from '../terminal/graphics/graphics.ts';
import { runProgram } from './programs.ts';

/** In milliseconds. */
const TIMEOUT = 3000;
/** XTerm's limit for the payload of a sequence. */
const MAX_ENCODED = 74_994;

/**
 * Copies text to the clipboard, through the terminal (XTerm Control Sequences, OSC 52), even over SSH, and with a
 * system program. Terminals do not confirm it.
 * @returns a sentence about how it was copied
 * @throws InputError if it is too long for the terminal and no program works
 */
export async function copyText(
  environment: Environment,
  device: TerminalDevice,
  text: string,
): Promise<string> {
  const encoded = Buffer.from(text).toString('base64');
  const fitsTerminal = encoded.length <= MAX_ENCODED;
  if (fitsTerminal) device.write(`\u001b]52;c;${encoded}\u0007`);
  for (const command of clipboardPrograms(environment)) {
    const signal = AbortSignal.timeout(TIMEOUT);
    if (await runProgram(command, { environment, input: text, signal }))
      return `Copied to the clipboard (${command[0]}).`;
  }
  if (fitsTerminal) return 'Copied through the terminal, if it supports that.';
  throw new InputError(`${size(Buffer.byteLength(text))} is too large to copy through a terminal`, {
    hint: 'Save it instead.',
  });
}

/** Unlike `clip.exe`, supports all of Unicode. */
const POWERSHELL_COPY =
  '[Console]::InputEncoding = [Text.Encoding]::UTF8; Set-Clipboard -Value ([Console]::In.ReadToEnd())';

/**
 * Programs that copy their standard input, in order of preference. Over SSH, only X11 and tmux reach the local
 * clipboard.
 */
function clipboardPrograms(environment: Environment): readonly (readonly string[])[] {
  const { platform } = process;
  const isRemote = environment['SSH_TTY'] !== undefined || environment['SSH_CONNECTION'] !== undefined;
  const powershell = ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', POWERSHELL_COPY];
  const local = [
    platform === 'darwin' && ['pbcopy'],
    (platform === 'win32' || environment['WSL_DISTRO_NAME']) && powershell,
    environment['TERMUX_VERSION'] && ['termux-clipboard-set'],
    environment['WAYLAND_DISPLAY'] && ['wl-copy', '--type', 'text/plain'],
  ];
  const anywhere = [
    environment['DISPLAY'] && ['xclip', '-selection', 'clipboard', '-in'],
    environment['DISPLAY'] && ['xsel', '--clipboard', '--input'],
    environment['TMUX'] && ['tmux', 'load-buffer', '-w', '-'],
  ];
  return [...(isRemote ? [] : local), ...anywhere].filter((command) => Array.isArray(command));
}

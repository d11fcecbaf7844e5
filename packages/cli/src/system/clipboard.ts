import { InputError, size } from '@tryout/engine';
import type { Environment } from '../terminal/terminal.ts';
import type { TerminalDevice } from '../terminal/graphics/graphics.ts';
import { runProgram } from './programs.ts';

/** In milliseconds. */
const TIMEOUT = 3000;

/**
 * Copies text to the clipboard, through the terminal (OSC 52) and with a system program. The text is passed on
 * standard input.
 * @returns a sentence about how it was copied
 * @throws InputError if it is too long for the terminal and no program works
 */
export async function copyText(
  environment: Environment,
  device: TerminalDevice,
  text: string,
): Promise<string> {
  const sequence = osc52(text, environment);
  if (sequence !== undefined) device.write(sequence);
  for (const command of clipboardPrograms(environment)) {
    const signal = AbortSignal.timeout(TIMEOUT);
    if ((await runProgram(command, { environment, input: text, signal })) === 'done')
      return `Copied to the clipboard (${command[0]}).`;
  }
  if (sequence !== undefined) return 'Copied through the terminal, if it supports that.';
  throw new InputError(`${size(Buffer.byteLength(text))} is too large to copy through a terminal`, {
    hint: 'Save it instead.',
  });
}

/** XTerm's limit for the payload of a sequence. */
const MAX_ENCODED = 74_994;
/** The longest sequence that GNU screen passes through. */
const PIECE_FOR_SCREEN = 700;

/**
 * The control sequence that makes a terminal copy text (XTerm Control Sequences, OSC 52), even over SSH and through
 * tmux and screen; undefined if the text is too long. Terminals do not confirm it.
 */
function osc52(text: string, environment: Environment): string | undefined {
  const encoded = Buffer.from(text).toString('base64');
  if (encoded.length > MAX_ENCODED) return undefined;
  const sequence = `\u001b]52;c;${encoded}\u0007`;
  if (environment['TMUX']) return `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
  if (environment['STY'] === undefined) return sequence;
  const pieces = sequence.match(new RegExp(`[^]{1,${PIECE_FOR_SCREEN}}`, 'g')) ?? [];
  return pieces.map((piece) => `\u001bP${piece}\u001b\\`).join('');
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

import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError, size, getEnding, type Media } from '@tryout/engine';
import { replace } from '@tryout/engine/node';
import type { TerminalDevice } from '../screen/graphics.ts';
import type { Environment } from '../screen/terminal.ts';

/** Starts a program without a shell. It does not inherit the token. */
function startProgram(
  program: string,
  words: readonly string[],
  { environment, ...options }: SpawnOptions & { readonly environment: Environment },
): ChildProcess {
  const { HF_TOKEN: _token, ...env } = environment;
  return spawn(program, words, { ...options, env });
}

interface ProgramOptions {
  readonly environment: Environment;
  readonly input?: Uint8Array | string;
  /** Stops the program. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a program without a shell and discards its output. Resolves on exit, even if it left a background process.
 * @param command its name and arguments
 * @returns whether it exited with code 0
 */
function runProgram(
  [program = '', ...words]: readonly string[],
  { environment, input, signal }: ProgramOptions,
): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = startProgram(program, words, {
      environment,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      windowsHide: true,
      signal,
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // The program may exit before reading all input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

const screens = ['BROWSER', 'DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'] as const;

/** Whether a browser can probably be opened: false on CI and without a display. */
export function hasBrowser(environment: Environment, platform: NodeJS.Platform): boolean {
  if (environment['CI']) return false;
  const isAlwaysDrawn = platform === 'darwin' || platform === 'win32';
  return isAlwaysDrawn || screens.some((name) => Boolean(environment[name]));
}

/** Opens a URL in `$BROWSER` or the default browser. @returns false if that failed */
export async function openBrowser(url: string, environment: Environment): Promise<boolean> {
  const program = environment['BROWSER'];
  try {
    if (program) {
      const child = startProgram(program, [url], { environment, stdio: 'ignore', detached: true });
      await once(child, 'spawn');
      child.unref();
    } else {
      const { default: open } = await import('open');
      await open(url);
    }
    return true;
  } catch {
    return false;
  }
}

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
  const base64 = Buffer.from(text).toString('base64');
  const fitsTerminal = base64.length <= MAX_ENCODED;
  if (fitsTerminal) device.write(`\u001b]52;c;${base64}\u0007`);
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

/**
 * Plays audio with a system program until it ends or the signal aborts.
 * @throws InputError if no program can play it
 */
export async function playSound(
  { contentType, bytes }: Media,
  signal: AbortSignal,
  environment: Environment,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tryout-sound-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const [type = ''] = contentType.toLowerCase().split(';');
    const file = join(folder, `sound.${getEnding(type.trim())}`);
    await replace(file, bytes);
    for (const player of playersFor(file, type.trim())) {
      const isDone = await runProgram(player, { environment: { ...environment, [FILE]: file }, signal });
      if (isDone || signal.aborted) return;
    }
    throw new InputError('Could not play the audio', { hint: 'Install ffplay or mpv.' });
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Passes the path to PowerShell, without quoting. */
const FILE = 'TRYOUT_SOUND_FILE';
const POWERSHELL_PLAY = `(New-Object Media.SoundPlayer $env:${FILE}).PlaySync()`;

/** Programs that play a file, in order of preference. */
function playersFor(file: string, contentType: string): readonly (readonly string[])[] {
  const { platform } = process;
  const isWave = /\/(?:x-|vnd\.)?wave?$/.test(contentType);
  const forWave = [
    platform === 'win32' && ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', POWERSHELL_PLAY],
    ['pw-play', file],
    ['paplay', file],
    ['aplay', '-q', file],
  ];
  return [
    platform === 'darwin' && ['afplay', file],
    ...(isWave ? forWave : []),
    ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'quiet', file],
    ['mpv', '--no-config', '--no-video', '--no-terminal', file],
    ['play', '-q', file],
  ].filter((command) => Array.isArray(command));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnding, InputError, type Media } from '@tryout/engine';
import type { Environment } from '../terminal/terminal.ts';
import { runProgram } from './programs.ts';

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
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
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

import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingOf, InputError } from '@tryout/engine';
import type { Environment } from '../terminal/terminal.ts';
import { runProgram } from './programs.ts';

export interface Sound {
  /** For example `audio/wav`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Plays audio with a system program until it ends or the signal aborts.
 * @throws InputError if no program can play it
 */
export async function playSound(
  { contentType, bytes }: Sound,
  signal: AbortSignal,
  environment: Environment,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tryout-sound-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const [type = ''] = contentType.toLowerCase().split(';');
    const file = join(folder, `sound.${endingOf(type.trim())}`);
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    const failure = await playFile(file, type.trim(), signal, environment);
    if (failure === undefined || signal.aborted) return;
    throw new InputError(failure);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

async function playFile(
  file: string,
  contentType: string,
  signal: AbortSignal,
  environment: Environment,
): Promise<string | undefined> {
  const failed: string[] = [];
  for (const command of playersFor(file, contentType)) {
    const end = await runProgram(command, { environment: { ...environment, [FILE]: file }, signal });
    if (end === 'done' || signal.aborted) return undefined;
    if (end === 'failed') failed.push(command[0]!);
  }
  return failed.length > 0
    ? `Could not play the audio (tried ${failed.join(', ')})`
    : 'No audio player found';
}

/** Passes the path to PowerShell, without quoting. */
const FILE = 'TRYOUT_SOUND_FILE';
const POWERSHELL_PLAY = `(New-Object Media.SoundPlayer $env:${FILE}).PlaySync()`;

/** Programs that play a file, in order of preference. */
function playersFor(file: string, contentType: string): readonly (readonly string[])[] {
  const { platform } = process;
  const isWave = /\/(?:x-|vnd\.)?wave?$/.test(contentType);
  const anywhere = [
    ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'quiet', file],
    ['mpv', '--no-config', '--no-video', '--no-terminal', file],
    ['play', '-q', file],
  ];
  if (platform === 'darwin') return [['afplay', file], ...anywhere];
  if (platform === 'win32') {
    const powershell = ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', POWERSHELL_PLAY];
    return isWave ? [powershell, ...anywhere] : anywhere;
  }
  const ofSoundServers = [
    ['pw-play', file],
    ['paplay', file],
  ];
  return isWave ? [...ofSoundServers, ['aplay', '-q', file], ...anywhere] : [...anywhere, ...ofSoundServers];
}

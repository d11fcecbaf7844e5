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
  for (const { command, environment: more } of playersFor(file, contentType)) {
    const end = await runProgram(command, { environment: { ...environment, ...more }, signal });
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

interface PlayerCommand {
  readonly command: readonly string[];
  readonly environment?: Environment;
}

const crossPlatform = (file: string): readonly (readonly string[])[] => [
  ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'quiet', file],
  ['mpv', '--no-config', '--no-video', '--no-terminal', file],
  ['play', '-q', file],
];

function playersFor(file: string, contentType: string): readonly PlayerCommand[] {
  const { platform } = process;
  const isWave = /\/(?:x-|vnd\.)?wave?$/.test(contentType);
  if (platform === 'darwin')
    return [['afplay', file], ...crossPlatform(file)].map((command) => ({ command }));
  if (platform === 'win32') {
    const powershell = ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', POWERSHELL_PLAY];
    const own = { command: powershell, environment: { [FILE]: file } };
    return [...(isWave ? [own] : []), ...crossPlatform(file).map((command) => ({ command }))];
  }
  const ofSoundServers = [
    ['pw-play', file],
    ['paplay', file],
  ];
  const commands = isWave
    ? [...ofSoundServers, ['aplay', '-q', file], ...crossPlatform(file)]
    : [...crossPlatform(file), ...ofSoundServers];
  return commands.map((command) => ({ command }));
}

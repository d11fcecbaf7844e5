import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingOf, InputError } from '@tryout/engine';
import type { Environment } from '../terminal/terminal.ts';
import { runProgram } from './programs.ts';

/** A sound as a file's bytes. */
export interface Sound {
  /** For example `audio/wav`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Plays a sound with a player of the system, to its end or until the signal. The player gets a temporary file that
 * nobody else can read.
 * @throws InputError when there is no player, or none can play it
 */
export async function playSound(
  { contentType, bytes }: Sound,
  signal: AbortSignal,
  environment: Environment = process.env,
): Promise<void> {
  // Only the user can read the folder (0700).
  const folder = mkdtempSync(join(tmpdir(), 'tryout-sound-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const [type = ''] = contentType.toLowerCase().split(';');
    const file = join(folder, `sound.${endingOf(type.trim())}`);
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    const hasFailed = await playFile(file, type.trim(), signal, environment);
    if (hasFailed === undefined || signal.aborted) return;
    throw new InputError(hasFailed, { hint: 'Save it (s), and play it elsewhere.' });
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** @returns why no player played it; undefined when one did */
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
    ? `The sound could not be played (tried ${failed.join(', ')})`
    : 'There is no program here that plays sounds';
}

/** The environment variable that passes the file to PowerShell, which gets no arguments. */
const FILE = 'TRYOUT_SOUND_FILE';
const POWERSHELL_PLAY = `(New-Object Media.SoundPlayer $env:${FILE}).PlaySync()`;

/** A player's command for a file. */
interface PlayerCommand {
  readonly command: readonly string[];
  readonly environment?: Environment;
}

/** Players that decode nearly everything. */
const versatile = (file: string): readonly (readonly string[])[] => [
  ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'quiet', file],
  ['mpv', '--no-config', '--no-video', '--no-terminal', file],
  ['play', '-q', file],
];

/** The system's programs that may play a file of a kind of sound, the best first. */
function playersFor(
  file: string,
  contentType: string,
  platform: NodeJS.Platform = process.platform,
): readonly PlayerCommand[] {
  const isWave = /\/(?:x-|vnd\.)?wave?$/.test(contentType);
  if (platform === 'darwin') return [['afplay', file], ...versatile(file)].map((command) => ({ command }));
  if (platform === 'win32') {
    const powershell = ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', POWERSHELL_PLAY];
    const own = { command: powershell, environment: { [FILE]: file } };
    return [...(isWave ? [own] : []), ...versatile(file).map((command) => ({ command }))];
  }
  const ofSoundServers = [
    ['pw-play', file],
    ['paplay', file],
  ];
  const commands = isWave
    ? [...ofSoundServers, ['aplay', '-q', file], ...versatile(file)]
    : [...versatile(file), ...ofSoundServers];
  return commands.map((command) => ({ command }));
}

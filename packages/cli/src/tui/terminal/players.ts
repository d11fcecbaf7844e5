import type { Environment } from '../../terminal/terminal.ts';

/** The name of the environment variable that hands a file to a player that is given no arguments. */
const FILE = 'TRYOUT_SOUND_FILE';
const POWERSHELL_PLAY = `(New-Object Media.SoundPlayer $env:${FILE}).PlaySync()`;

/** A player's command for a file. */
export interface PlayerCommand {
  readonly command: readonly string[];
  readonly environment?: Environment;
}

/** Those that decode nearly everything. */
const versatile = (file: string): readonly (readonly string[])[] => [
  ['ffplay', '-nodisp', '-autoexit', '-loglevel', 'quiet', file],
  ['mpv', '--no-config', '--no-video', '--no-terminal', file],
  ['play', '-q', file],
];

/** The system's programs that may play a file of a kind of sound, the best first. */
export function playersFor(
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

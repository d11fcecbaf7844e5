import { homedir } from 'node:os';
import { join } from 'node:path';

/** A path that was typed in the picker, with the home folder in place of its `~`; elsewhere the shell does that. */
export function withHome(path: string): string {
  if (path === '~') return homedir();
  return /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path;
}

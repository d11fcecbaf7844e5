import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingOf, InputError } from '@tryout/engine';
import type { Environment } from '../../terminal/terminal.ts';
import { playersFor } from './players.ts';
import { runProgram } from './run-program.ts';

/** A sound as a file's bytes. */
export interface Sound {
  /** For example `audio/wav`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Plays a sound with a player of the system, to its end or until the signal. The file that a player needs is one that
 * nobody else can read, and is gone afterwards.
 * @throws InputError when no player is there, or none can play it
 */
export async function playSound(
  { contentType, bytes }: Sound,
  signal: AbortSignal,
  environment: Environment = process.env,
): Promise<void> {
  // The folder is the person's alone (0700).
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

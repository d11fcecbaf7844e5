import { stat } from 'node:fs/promises';
import { InputError, isRunLink, runOfLink, type StoredRun } from '@tryout/engine';
import { runFromPath } from '@tryout/engine/node';
import { withHome } from '../files/paths.ts';
import { isWebUrl } from '../inputs/given-model.ts';
import type { Environment } from '../terminal/terminal.ts';
import { recordedRun } from './recorded-run.ts';
import { isRunId, LAST } from './run-id.ts';

export interface FoundRun {
  readonly stored: StoredRun;
  /** Whether it is from your own history; files and links may come from strangers. */
  readonly isTrusted: boolean;
}

/**
 * Finds a run.
 * @param typed an ID of the history, its beginning, `last`, a run file, or a link
 * @throws InputError, HistoryError
 */
export async function findRun(typed: string, environment: Environment): Promise<FoundRun> {
  if (typed.trim() === '')
    throw new InputError('The name of the run is empty', { hint: 'Use last, an ID, a run file or a link.' });
  if (isRunLink(typed)) return { stored: await runOfLink(typed), isTrusted: false };
  if (isWebUrl(typed))
    throw new InputError('The link contains no run', { hint: 'Copy the whole link and try again.' });
  const path = withHome(typed);
  const isFile = typed !== LAST && (await stat(path).catch(() => undefined))?.isFile();
  if (isFile || !isRunId(typed)) return { stored: await runFromPath(path), isTrusted: false };
  return { stored: await recordedRun(environment, typed), isTrusted: true };
}

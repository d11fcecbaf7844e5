import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  counted,
  InputError,
  isRunLink,
  restoreInputs,
  restoreRun,
  readRunLink,
  taskNamed,
  visibleLine,
  type History,
  type StoredRun,
} from '@tryout/engine';
import { dataFolder, fileHistory, runFromPath } from '@tryout/engine/node';
import { withHome } from '../files/paths.ts';
import { isWebUrl } from '../inputs/given-model.ts';
import type { RunOpening } from '../runtime.ts';
import type { Environment } from '../terminal/terminal.ts';

/** The newest run. */
export const LAST = 'last';

const LIST_HINT = 'List the runs with tryout history.';

/** The history of this computer. @param note called once if its index is damaged */
export function openHistory(environment: Environment, note?: (text: string) => void): History {
  return fileHistory(join(dataFolder(environment), 'history'), undefined, note);
}

/**
 * The ID of a run in the history.
 * @param typed an ID, its beginning, or `last`
 * @throws InputError if there is none, or several; HistoryError if the history cannot be read
 */
export async function findRunId(history: History, typed: string): Promise<string> {
  const entries = await history.list(typed === LAST ? { limit: 1 } : {});
  if (typed === LAST) {
    if (entries[0]) return entries[0].id;
    throw new InputError('The history is empty', { hint: 'Run a model first, for example with tryout run.' });
  }
  const found = entries.filter(({ id }) => id.startsWith(typed.toUpperCase()));
  if (found.length === 1) return found[0]!.id;
  if (found.length > 1)
    throw new InputError(`${counted(found.length, 'run')} in the history start with '${typed}'`, {
      hint: 'Type more characters of the ID.',
    });
  throw new InputError(`No run in the history starts with '${visibleLine(typed)}'`, { code: 'UNKNOWN_RUN', hint: LIST_HINT });
}

/**
 * A run in the history.
 * @param typed its ID, the beginning of it, or `last`
 * @throws InputError if there is none, HistoryError
 */
export async function recordedRun(
  environment: Environment,
  typed: string,
  note?: (text: string) => void,
): Promise<StoredRun> {
  const history = openHistory(environment, note);
  const id = await findRunId(history, typed);
  const stored = await history.get(id);
  if (stored) return stored;
  throw new InputError(`Run ${id} was removed from the history`, { code: 'UNKNOWN_RUN', hint: LIST_HINT });
}

export interface FoundRun {
  readonly stored: StoredRun;
  /** Whether it is from your own history; files and links may come from strangers. */
  readonly isTrusted: boolean;
}

/**
 * Finds a run.
 * @param typed an ID in the history or a prefix of one, `last`, a run file, or a link
 * @throws InputError, HistoryError
 */
export async function findRun(
  typed: string,
  environment: Environment,
  note?: (text: string) => void,
): Promise<FoundRun> {
  if (typed.trim() === '')
    throw new InputError('The name of the run is empty', { hint: 'Use last, an ID, a run file or a link.' });
  if (isRunLink(typed)) return { stored: await readRunLink(typed), isTrusted: false };
  if (isWebUrl(typed))
    throw new InputError('The link contains no run', { hint: 'Copy the complete link and try again.' });
  const path = withHome(typed);
  const isFile = typed !== LAST && (await stat(path).catch(() => undefined))?.isFile();
  // IDs have up to 26 letters and digits.
  if (isFile || !/^[\da-z]{1,26}$/i.test(typed)) return { stored: await runFromPath(path), isTrusted: false };
  return { stored: await recordedRun(environment, typed, note), isTrusted: true };
}

/** Restores a run with its result, for the picker. If it is not trusted, its endpoint and billing must be confirmed. */
export async function runOpening({ stored, isTrusted }: FoundRun): Promise<RunOpening> {
  const { inputs, missing } = await restoreInputs(stored);
  const run = await restoreRun(stored, inputs);
  const { task, model } = stored.run;
  return { run: { task: taskNamed(task).id, model, inputs, run, isTrusted }, missing, stored };
}

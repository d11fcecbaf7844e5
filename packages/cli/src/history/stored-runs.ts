import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  counted,
  getStoredHubName,
  INFERENCE_URL,
  InputError,
  isFromOtherHub,
  isRunLink,
  restoreInputs,
  restoreRun,
  readRunLink,
  SANDBOX,
  taskNamed,
  visibleLine,
  type History,
  type StoredRun,
} from '@tryout/engine';
import { dataFolder, fileHistory, readSettings, runsFromPath } from '@tryout/engine/node';
import type { Call } from '../context/context.ts';
import { withHome } from '../files/paths.ts';
import { isWebUrl } from '../inputs/resolve-model.ts';
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
 * @param reference an ID, its beginning, or `last`
 * @throws InputError if there is none, or several; HistoryError if the history cannot be read
 */
export async function findRunId(history: History, reference: string): Promise<string> {
  const entries = await history.list(reference === LAST ? { limit: 1 } : {});
  if (reference === LAST) {
    if (entries[0]) return entries[0].id;
    throw new InputError('The history is empty', { hint: 'Run a model first, for example with tryout run.' });
  }
  const matches = entries.filter(({ id }) => id.startsWith(reference.toUpperCase()));
  if (matches.length === 1) return matches[0]!.id;
  if (matches.length > 1)
    throw new InputError(`${counted(matches.length, 'run')} in the history start with '${reference}'`, {
      hint: 'Type more characters of the ID.',
    });
  throw new InputError(`No run in the history starts with '${visibleLine(reference)}'`, {
    code: 'UNKNOWN_RUN',
    hint: LIST_HINT,
  });
}

/**
 * A run in the history.
 * @param reference its ID, the beginning of it, or `last`
 * @throws InputError if there is none, HistoryError
 */
export async function recordedRun(
  environment: Environment,
  reference: string,
  note?: (text: string) => void,
): Promise<StoredRun> {
  const history = openHistory(environment, note);
  const id = await findRunId(history, reference);
  const storedRun = await history.get(id);
  if (storedRun) return storedRun;
  throw new InputError(`Run ${id} was removed from the history`, { code: 'UNKNOWN_RUN', hint: LIST_HINT });
}

export interface RunSource {
  readonly storedRun: StoredRun;
  /** Whether it is from your own history; files and links may come from strangers. */
  readonly isTrusted: boolean;
}

/**
 * Finds a run.
 * @param reference an ID in the history or a prefix of one, `last`, a run file, or a link
 * @throws InputError, HistoryError
 */
export async function findRun(
  reference: string,
  environment: Environment,
  note?: (text: string) => void,
): Promise<RunSource> {
  if (reference.trim() === '')
    throw new InputError('The name of the run is empty', { hint: 'Use last, an ID, a run file or a link.' });
  if (isRunLink(reference)) return { storedRun: await readRunLink(reference), isTrusted: false };
  if (isWebUrl(reference))
    throw new InputError('The link contains no run', { hint: 'Copy the complete link and try again.' });
  const path = withHome(reference);
  const isFile = reference !== LAST && (await stat(path).catch(() => undefined))?.isFile();
  // IDs have up to 26 letters and digits.
  if (isFile || !/^[\da-z]{1,26}$/i.test(reference))
    return { storedRun: (await runsFromPath(path))[0]!, isTrusted: false };
  return { storedRun: await recordedRun(environment, reference, note), isTrusted: true };
}

/** Restores a run with its result, for the picker. If it is not trusted, its endpoint and billing must be confirmed. */
export async function runOpening({ storedRun, isTrusted }: RunSource): Promise<RunOpening> {
  const { inputs, missing } = await restoreInputs(storedRun);
  const run = await restoreRun(storedRun, inputs);
  const { task, model } = storedRun.run;
  return { run: { task: taskNamed(task).id, model, inputs, run, isTrusted }, missing, storedRun };
}

/**
 * The call on the hub of a stored run, with a note. Options choose another hub. Files and links do not choose one, since
 * they may come from strangers.
 */
export function withStoredHub(call: Call, { storedRun: { run }, isTrusted }: RunSource): Call {
  const { options, runtime, output } = call;
  const { hub, inferenceUrl = INFERENCE_URL } = run;
  const isChosen = options.sandbox === true || (options.hubUrl ?? options.inferenceUrl) !== undefined;
  if (hub === undefined || isChosen) return call;
  if (!isFromOtherHub(run, readSettings(runtime.environment))) return call;
  const name = getStoredHubName(hub);
  if (isTrusted) {
    output.note(`Using ${name}, where this run was recorded. --hub-url chooses another hub.`);
    const hubOptions = hub === SANDBOX ? { sandbox: true } : { hubUrl: hub, inferenceUrl };
    return { ...call, options: { ...options, ...hubOptions } };
  }
  const option = hub === SANDBOX ? '--sandbox' : '--hub-url and --inference-url';
  output.note(`This file or link is from ${name}, which it cannot choose. Use ${option} to run it there.`);
  return call;
}

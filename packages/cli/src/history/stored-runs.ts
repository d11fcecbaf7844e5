import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  counted,
  groupRuns,
  getStoredHubName,
  INFERENCE_URL,
  InputError,
  isFromOtherHub,
  isRunLink,
  restoreInputs,
  restoreRun,
  readRunsLink,
  restoreComparison,
  SANDBOX,
  taskNamed,
  visibleLine,
  type History,
  type StoredRun,
} from '@tryout/engine';
import { dataFolder, fileHistory, readSettings, runsFromPath } from '@tryout/engine/node';
import type { Call } from '../context/context.ts';
import { withHome } from '../read-argv/paths.ts';
import { isWebUrl } from '../read-argv/models.ts';
import type { RunOpening } from '../runtime.ts';
import type { Environment } from '../screen/terminal.ts';

/** The newest run. */
export const LAST = 'last';

const LIST_HINT = 'List the runs with tryout history.';

/** The history of this computer. @param note called once if its index is damaged */
export function openHistory(environment: Environment, note?: (text: string) => void): History {
  return fileHistory(join(dataFolder(environment), 'history'), undefined, note);
}

/**
 * The IDs of a run in the history, or of all runs of a comparison.
 * @param reference an ID, that of a comparison, the beginning of one, or `last`
 * @throws InputError if there is none, or several; HistoryError if the history cannot be read
 */
export async function findRunIds(history: History, reference: string): Promise<readonly string[]> {
  const entries = await history.list();
  const [newest] = entries;
  if (reference === LAST && !newest)
    throw new InputError('The history is empty', { hint: 'Run a model first, for example with tryout run.' });
  const beginning = reference.toUpperCase();
  const isMatch = (id: string | undefined, last: string | undefined) =>
    id !== undefined && (reference === LAST ? id === last : id.startsWith(beginning));
  const groups = new Set(entries.map(({ group }) => group).filter((group) => isMatch(group, newest?.group)));
  const ids = entries.map(({ id }) => id).filter((id) => isMatch(id, newest?.id));
  const [group] = groups;
  if (groups.size === 1 && (ids.length === 0 || reference === LAST)) {
    return groupRuns(entries)
      .get(group!)!
      .map(({ id }) => id);
  }
  if (ids.length === 1) return ids;
  const count = Math.max(ids.length, groups.size);
  if (count > 1)
    throw new InputError(`${counted(count, 'run')} in the history start with '${reference}'`, {
      hint: 'Type more characters of the ID.',
    });
  throw new InputError(`No run in the history starts with '${visibleLine(reference)}'`, {
    code: 'UNKNOWN_RUN',
    hint: LIST_HINT,
  });
}

/**
 * A run in the history, or the runs of a comparison.
 * @param reference as in `findRunIds`
 * @throws InputError if there is none, HistoryError
 */
export async function recordedRuns(
  environment: Environment,
  reference: string,
  note?: (text: string) => void,
): Promise<readonly StoredRun[]> {
  const history = openHistory(environment, note);
  const runs: StoredRun[] = [];
  for (const id of await findRunIds(history, reference)) {
    const storedRun = await history.get(id);
    if (!storedRun)
      throw new InputError(`Run ${id} was removed from the history`, {
        code: 'UNKNOWN_RUN',
        hint: LIST_HINT,
      });
    runs.push(storedRun);
  }
  return runs;
}

export interface RunSource {
  readonly storedRun: StoredRun;
  /** All runs of a comparison, in the order of its candidates. */
  readonly group?: readonly StoredRun[] | undefined;
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
  if (isRunLink(reference)) return toSource(await readRunsLink(reference), false);
  if (isWebUrl(reference))
    throw new InputError('The link contains no run', { hint: 'Copy the complete link and try again.' });
  const path = withHome(reference);
  const isFile = reference !== LAST && (await stat(path).catch(() => undefined))?.isFile();
  // IDs have up to 26 letters and digits.
  if (isFile || !/^[\da-z]{1,26}$/i.test(reference)) return toSource(await runsFromPath(path), false);
  return toSource(await recordedRuns(environment, reference, note), true);
}

function toSource(runs: readonly StoredRun[], isTrusted: boolean): RunSource {
  return { storedRun: runs[0]!, group: runs.length > 1 ? runs : undefined, isTrusted };
}

/** Restores a run with its result, for the picker. If it is not trusted, its endpoint and billing must be confirmed. */
export async function runOpening({ storedRun, group, isTrusted }: RunSource): Promise<RunOpening> {
  const { inputs, missing } = await restoreInputs(storedRun);
  const run = await restoreRun(storedRun, inputs);
  const { task, model } = storedRun.run;
  const comparison = group && (await restoreComparison(group)).runs;
  return { run: { task: taskNamed(task).id, model, inputs, run, isTrusted }, missing, storedRun, comparison };
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

import {
  describeRun,
  messageOf,
  type InferenceRequest,
  type RecordedRun,
  type RunEnding,
  type RunInputs,
} from '@tryout/engine';
import type { Call } from '../context/context.ts';
import { readSettingsFile, settingsPath } from '../settings.ts';
import { openHistory } from './stored-runs.ts';
import { saveRun } from './save-run.ts';

/** A run that ended. */
export interface EndedRun {
  readonly inputs: RunInputs;
  /** Undefined if it failed before there was one. */
  readonly request?: InferenceRequest | undefined;
  readonly ending: RunEnding;
  /** Removed wherever it occurs. */
  readonly token: string | undefined;
}

/** Where a run is kept. */
export interface KeepOptions {
  /** The path of a run file. */
  readonly saveRun?: string;
  /** Replaces existing files. */
  readonly force?: boolean;
}

/**
 * Records a run in the history and saves its run file. A run that cannot be recorded is noted.
 * @throws SaveError or InputError if the run file cannot be saved
 */
export async function keepRun(call: Call, run: EndedRun, options: KeepOptions): Promise<void> {
  const { saveRun: path, force = false } = options;
  const { note } = call.output;
  let described: Promise<RecordedRun> | undefined;
  const describe = () => (described ??= describeRun(run.inputs, run.request, run.ending, run.token));
  if (call.options.history !== false)
    await record(call, describe).catch((error: unknown) =>
      note(`This run was not recorded: ${messageOf(error)}`),
    );
  if (path === undefined) return;
  const { stored } = await describe();
  const left = await saveRun(path, stored, force);
  note(`Saved the run to ${path}.`);
  if (left.length > 0) note(`Too large to include: ${left.join(', ')}.`);
}

/** Does nothing if the history is turned off. */
async function record({ runtime }: Call, describe: () => Promise<RecordedRun>): Promise<void> {
  const { environment } = runtime;
  const settings = await readSettingsFile(settingsPath(environment));
  if (settings['history'] === 'off') return;
  const { stored, output } = await describe();
  await openHistory(environment).add(stored, output);
}

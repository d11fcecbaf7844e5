import { describeRun, getMessage, type EndedRun, type RecordedRun, type RunInputs } from '@tryout/engine';
import type { Call } from '../context/context.ts';
import { readSettingsFile, settingsPath } from '../settings.ts';
import { openHistory } from './stored-runs.ts';
import { saveRun } from './save-run.ts';

/** Where a run is kept. */
export interface RecordOptions {
  /** The path of a run file. */
  readonly saveRun?: string;
  /** Replaces existing files. */
  readonly force?: boolean;
}

/**
 * Records a run in the history and saves its run file. A run that cannot be recorded is noted.
 * @param token removed wherever it occurs
 * @throws SaveError or InputError if the run file cannot be saved
 */
export async function recordEndedRun(
  call: Call,
  setup: RunInputs,
  ended: EndedRun,
  token: string | undefined,
  options: RecordOptions,
): Promise<void> {
  const { saveRun: path, force = false } = options;
  const { note } = call.output;
  const described = describeRun(setup, ended, token);
  await record(call, described).catch((error: unknown) =>
    note(`This run was not recorded: ${getMessage(error)}`),
  );
  if (path !== undefined) await saveRun(path, (await described).stored, force, note);
}

/** Does nothing if the history is turned off. */
async function record(
  { runtime, options, output: { note } }: Call,
  described: Promise<RecordedRun>,
): Promise<void> {
  const { environment } = runtime;
  const { stored, output } = await described;
  if (options.history === false) return;
  const settings = await readSettingsFile(settingsPath(environment));
  if (settings['history'] !== 'off') await openHistory(environment, note).add(stored, output);
}

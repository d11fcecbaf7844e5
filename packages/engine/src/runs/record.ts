import { ulid } from 'ulid';
import { messageOf } from '../errors/index.ts';
import { resultSummary } from '../media/index.ts';
import type { InferenceRequest } from '../request/index.ts';
import { isRunning, type Session, type SessionState, type TaskInputs } from '../session/index.ts';
import { withoutToken } from '../text/index.ts';
import type { History } from './history.ts';
import { runInputsOf, storeInputs, type RunInputs } from './inputs.ts';
import type { MediaStore } from './media.ts';
import { storeResult, type RunEnding } from './result.ts';
import type { RunFile, StoredRun } from './run-file.ts';

/** A run with its result, ready to be stored, and the result or error on one line. */
export interface RecordedRun {
  readonly stored: StoredRun;
  readonly output: string;
}

/**
 * Describes a run as a run file. Reads its files.
 * @param request undefined if the run ended before there was one
 * @param token removed wherever it occurs
 * @throws InputError if a file changed or can no longer be read
 */
export async function describeRun(
  inputs: RunInputs,
  request: InferenceRequest | undefined,
  ending: RunEnding | undefined,
  token: string | undefined,
): Promise<RecordedRun> {
  const media: MediaStore = new Map();
  const setup = await storeInputs(inputs, request?.model, media);
  const result = ending && (await storeResult(ending, media));
  const run: RunFile = { tryout: 1, id: ulid(ending?.startedAt.getTime()), ...setup, result };
  const output = ending ? outputOf(ending) : '';
  const clean = (text: string) => withoutToken(text, token);
  return { stored: { run: JSON.parse(clean(JSON.stringify(run))) as RunFile, media }, output: clean(output) };
}

function outputOf({ result, error, partial = '' }: RunEnding): string {
  if (result) return resultSummary(result.view);
  return partial === '' && error ? messageOf(error) : partial;
}

/** A run of a session that ended. */
export interface SessionRun {
  /** Those of its `RunState`. */
  readonly inputs: TaskInputs;
  /** Reads its files. @throws InputError if a file changed or can no longer be read */
  describe(): Promise<RecordedRun>;
}

/**
 * Calls a listener with every run of a session when it ends.
 * @returns unsubscribes
 */
export function onRunEnd(session: Session, listener: (run: SessionRun) => void): () => void {
  let running: { readonly state: SessionState; readonly startedAt: Date } | undefined;

  return session.subscribe(() => {
    const state = session.getSnapshot();
    if (isRunning(state)) {
      running = { state, startedAt: running?.startedAt ?? new Date() };
      return;
    }
    if (!running) return;
    const { state: before, startedAt } = running;
    running = undefined;
    const { task } = before;
    const { inputs } = before.run;
    if (!task || !inputs) return;
    // Without the same inputs, the run was dropped, for example for another task.
    const run = state.run.inputs === inputs ? state.run : before.run;
    const seconds = (Date.now() - startedAt.getTime()) / 1000;
    const { result, error, text, request } = run;
    const ending = { startedAt, seconds, result, error, partial: text };
    const setup = runInputsOf(task, before.model, inputs);
    const { token } = session.connection();
    listener({ inputs, describe: () => describeRun(setup, request, ending, token) });
  });
}

/**
 * Records every run of a session when it ends.
 * @param history undefined while runs are not recorded
 * @param onError called when a run could not be recorded
 * @returns unsubscribes
 */
export function recordRuns(
  session: Session,
  history: () => Promise<History | undefined>,
  onError: (error: unknown) => void,
): () => void {
  async function record({ describe }: SessionRun): Promise<void> {
    const store = await history();
    if (!store) return;
    const { stored, output } = await describe();
    await store.add(stored, output);
  }
  return onRunEnd(session, (run) => void record(run).catch(onError));
}

import {
  isRunning,
  loaded,
  createRunSetup,
  type Session,
  type SessionState,
  type TaskInputs,
} from '../session/index.ts';
import type { RecordedRun } from './describe-run.ts';
import type { History } from './history.ts';

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
    const { token } = session.connection();
    const describe = async () => {
      // Loaded with the first run, so that a page starts faster.
      const { describeRun } = await loaded(() => import('./describe-run.ts'));
      return describeRun(createRunSetup(task, { ...inputs, model: before.model }), request, ending, token);
    };
    listener({ inputs, describe });
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

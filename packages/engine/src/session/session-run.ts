import { asFailure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { afterBreak, afterSending, canContinue, toContinue, toRegenerate } from './chat-turns.ts';
import { jobSlot } from './job-slot.ts';
import { loaded } from './loaded.ts';
import { canRun, getInputs, isRunning } from './session-queries.ts';
import { idleRun, type RunState, type SessionState } from './session-state.ts';
import type { Store } from './store.ts';

/** The run of a session. */
export function sessionRun(store: Store<SessionState>, connection: () => Connection) {
  const running = jobSlot();
  const state = store.getSnapshot;

  /** Ends a run: its conversation keeps what was answered. */
  function end(run: Partial<RunState>): void {
    const before = state();
    store.update({ ...afterBreak(before), run: { ...before.run, ...run } });
  }

  async function start(before: SessionState, change: Partial<SessionState> = {}): Promise<void> {
    const job = running.start();
    const asking = connection();
    // Before loading the code, so that a second click does not start another run.
    store.update({ ...change, run: { ...idleRun, status: 'loading', inputs: getInputs(before) } });
    try {
      const { runOnce } = await loaded(() => import('./run-once.ts'));
      if (job.isCurrent()) await runOnce(store, asking, before, job);
    } catch (error) {
      if (job.isCurrent()) end({ status: 'error', error: asFailure(error) });
    }
  }

  /** Cancels the current run, if any, and ends it with the given state. */
  function stop(run: Partial<RunState>): void {
    if (running.cancel() && isRunning(state())) end(run);
  }

  return {
    stop,

    /** Cancels and forgets the run. */
    drop(): void {
      running.cancel();
      store.update({ ...afterBreak(state()), run: idleRun });
    },

    async run(): Promise<void> {
      const before = state();
      if (canRun(before)) await start(before, afterSending(before));
    },

    async regenerate(): Promise<void> {
      const before = toRegenerate(state());
      if (before && canRun(before)) await start(before);
    },

    async continueAnswer(): Promise<void> {
      const before = toContinue(state());
      if (canContinue(state()) && canRun(before)) await start(before);
    },

    cancel: () => stop({ status: 'canceled' }),

    dispose: () => void running.cancel(),
  };
}

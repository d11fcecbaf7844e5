import { asFailure } from '../errors/index.ts';
import { mayReceiveToken, withTotalDeadline, type Connection } from '../http/index.ts';
import { computeCost, prepareRun, run, type RunEvent } from '../request/index.ts';
import { afterAnswer, afterBreak } from './chat-turns.ts';
import type { Job } from './job-slot.ts';
import { expiredSignIn, createRunSetup } from './session-queries.ts';
import type { RunState, SessionState } from './session-state.ts';
import type { Store } from './store.ts';

/**
 * Runs the model with the inputs of a state and puts progress and result into the store, as long as the job is not
 * canceled or replaced.
 */
export async function runOnce(
  store: Store<SessionState>,
  open: Connection,
  before: SessionState,
  job: Job,
): Promise<void> {
  const { task } = before;
  if (!task) return;
  const connection = withTotalDeadline(open);
  /** Changes the run and, when it ends, the conversation. */
  const change = (next: Partial<RunState>, turn?: (state: SessionState) => Partial<SessionState>) => {
    const state = store.getSnapshot();
    if (job.isCurrent()) store.update({ ...turn?.(state), run: { ...state.run, ...next } });
  };
  try {
    const { request } = await prepareRun(connection, createRunSetup(task, before), job.signal);
    change({ request });
    if (!job.isCurrent()) return;
    const onEvent = (event: RunEvent) => change(afterEvent(event, store.getSnapshot().run));
    const result = await run(connection, request, { signal: job.signal, onEvent });
    const done = { status: 'result', progress: undefined, waiting: undefined } as const;
    change({ ...done, result }, (state) => afterAnswer(state, result));
    const cost = await computeCost(connection, result, job.signal);
    if (cost === result.cost) return;
    const priced = { ...result, cost };
    change({ result: priced }, (state) => afterAnswer(state, priced));
  } catch (error) {
    const failure = asFailure(error);
    change({ status: 'error', error: failure, progress: undefined, waiting: undefined }, afterBreak);
    if (!job.isCurrent() || connection.token === undefined) return;
    const state = store.getSnapshot();
    const { request } = state.run;
    if (!request || mayReceiveToken(request.url, connection)) store.update(expiredSignIn(state, failure));
  } finally {
    job.finish();
  }
}

function afterEvent(event: RunEvent, { text, reasoning = '' }: RunState): Partial<RunState> {
  const nothing = { progress: undefined, waiting: undefined };
  switch (event.type) {
    case 'text':
      return { ...nothing, status: 'streaming', text: text + event.text };
    case 'reasoning':
      return { ...nothing, status: 'streaming', reasoning: reasoning + event.text };
    case 'restart':
      return { text: '', reasoning: reasoning + text };
    case 'waiting':
      return { ...nothing, waiting: { seconds: event.seconds } };
    case 'progress':
      return { ...nothing, progress: { phase: event.phase, bytes: event.bytes, total: event.total } };
  }
}

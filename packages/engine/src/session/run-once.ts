import { mayReceiveToken, withTotalDeadline, type Connection } from '../http/index.ts';
import { prepareRun, run, type RunEvent } from '../request/index.ts';
import { asFailure } from './as-failure.ts';
import type { Work } from './latest.ts';
import type { Store } from './observable.ts';
import { destinationOf, type RunState, type SessionState } from './session-state.ts';
import { tellExpired } from './tell-expired.ts';

/**
 * Runs what was filled in and puts what comes of it into the state, as long as nothing has replaced or ended the work.
 * @param asked the state when the person asked for the run
 */
export async function runOnce(
  store: Store<SessionState>,
  open: Connection,
  { task, model, values, parameters, choices }: SessionState,
  work: Work,
): Promise<void> {
  if (!task) return;
  const connection = withTotalDeadline(open);
  const change = (next: Partial<RunState>) => {
    if (work.isCurrent()) store.update({ run: { ...store.getSnapshot().run, ...next } });
  };
  try {
    const { billTo, stream } = choices;
    const destination = destinationOf({ model, choices });
    const setup = { task, destination, values, parameters, billTo, stream };
    const { request } = await prepareRun(connection, setup, work.signal);
    change({ request });
    if (!work.isCurrent()) return;
    const onEvent = (event: RunEvent) => change(after(event, store.getSnapshot().run));
    const result = await run(connection, request, { signal: work.signal, onEvent });
    change({ status: 'result', result, progress: undefined, waiting: undefined });
  } catch (error) {
    const failure = asFailure(error);
    change({ status: 'error', error: failure, progress: undefined, waiting: undefined });
    const { request } = store.getSnapshot().run;
    const sentToken =
      connection.token !== undefined && (!request || mayReceiveToken(request.url, connection));
    if (work.isCurrent()) tellExpired(store, failure, sentToken);
  } finally {
    work.finish();
  }
}

function after(event: RunEvent, { text, reasoning = '' }: RunState): Partial<RunState> {
  if (event.type === 'text' || event.type === 'reasoning') {
    const longer =
      event.type === 'text' ? { text: text + event.text } : { reasoning: reasoning + event.text };
    return { status: 'streaming', ...longer, progress: undefined, waiting: undefined };
  }
  if (event.type === 'waiting')
    return { waiting: event.seconds === undefined ? {} : { seconds: event.seconds }, progress: undefined };
  const { phase, bytes, total } = event;
  return { progress: total === undefined ? { phase, bytes } : { phase, bytes, total }, waiting: undefined };
}

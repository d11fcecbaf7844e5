import { asFailure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { identify, listModels, type ListingQuery } from '../hub/index.ts';
import type { Job } from './job-slot.ts';
import { expiredSignIn } from './session-queries.ts';
import type { ModelsState, SessionState } from './session-state.ts';
import type { Store } from './store.ts';

/** Loads models into the state page by page, as long as the job is not replaced. */
export async function loadModels(
  store: Store<SessionState>,
  connection: Connection,
  query: ListingQuery,
  job: Job,
): Promise<void> {
  const change = (next: Partial<ModelsState>) =>
    store.update({ models: { ...store.getSnapshot().models, ...next } });
  try {
    for await (const page of listModels(connection, query, job.signal)) {
      if (!job.isCurrent()) return;
      const { models, dropped, truncated, done } = page;
      change({ status: done ? 'loaded' : 'loading', models, dropped, truncated });
    }
  } catch (error) {
    if (!job.isCurrent()) return;
    const failure = asFailure(error);
    change({ status: 'failed', error: failure });
    if (connection.token !== undefined) store.update(expiredSignIn(store.getSnapshot(), failure));
  }
}

/** Loads the user's identity into the state. A refusal means that the token is invalid; other failures are ignored. */
export async function loadIdentity(
  store: Store<SessionState>,
  connection: Connection,
  job: Job,
): Promise<void> {
  try {
    const identity = await identify(connection, job.signal);
    if (job.isCurrent()) store.update({ signIn: { ...store.getSnapshot().signIn, identity } });
  } catch (error) {
    const failure = asFailure(error);
    if (job.isCurrent() && failure.outcome === 'refused')
      store.update({ signIn: { status: 'expired', error: failure } });
  }
}

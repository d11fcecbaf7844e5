import { asFailure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { listModels, type ListingQuery } from '../hub/index.ts';
import type { Job } from './job-slot.ts';
import { expiredSignIn, noModels, type ModelsState, type SessionState } from './session-state.ts';
import type { Store } from './store.ts';

/** Loads a listing into the state, page by page, as long as the job is not replaced. */
export async function loadModels(
  store: Store<SessionState>,
  connection: Connection,
  { task, search, provider }: ListingQuery,
  job: Job,
): Promise<void> {
  const update = (change: Partial<SessionState>) => store.set({ ...store.getSnapshot(), ...change });
  const change = (next: Partial<ModelsState>) =>
    update({ models: { ...store.getSnapshot().models, ...next } });
  const query = { search: search || undefined, provider: provider || undefined };
  update({ models: { ...noModels, status: 'loading', ...query } });
  try {
    for await (const page of listModels(connection, { task, ...query }, job.signal)) {
      if (!job.isCurrent()) return;
      const { models, dropped, truncated, done } = page;
      change({ status: done ? 'loaded' : 'loading', models, dropped, truncated });
    }
  } catch (error) {
    if (!job.isCurrent()) return;
    const failure = asFailure(error);
    change({ status: 'failed', error: failure });
    if (connection.token !== undefined) update(expiredSignIn(store.getSnapshot(), failure));
  } finally {
    job.finish();
  }
}

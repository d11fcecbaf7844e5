import type { Connection } from '../http/index.ts';
import { listModels, type ListingQuery } from '../hub/index.ts';
import { asFailure } from './as-failure.ts';
import type { Work } from './latest.ts';
import type { Store } from './observable.ts';
import type { ModelsState, SessionState } from './session-state.ts';
import { tellExpired } from './tell-expired.ts';

/** Loads a listing into the state, where it is said to load, page by page; a list that another replaced is dropped. */
export async function loadModels(
  store: Store<SessionState>,
  connection: Connection,
  query: ListingQuery,
  work: Work,
): Promise<void> {
  const change = (next: Partial<ModelsState>) =>
    store.update({ models: { ...store.getSnapshot().models, ...next } });
  try {
    for await (const page of listModels(connection, query, work.signal)) {
      if (!work.isCurrent()) return;
      const { models, dropped, truncated, done } = page;
      change({ status: done ? 'loaded' : 'loading', models, dropped, truncated });
    }
  } catch (error) {
    if (!work.isCurrent()) return;
    const failure = asFailure(error);
    change({ status: 'failed', error: failure });
    tellExpired(store, failure, connection.token !== undefined);
  } finally {
    work.finish();
  }
}

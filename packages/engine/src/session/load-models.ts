import type { Connection } from '../http/index.ts';
import { listModels, type ListingQuery } from '../hub/index.ts';
import { asFailure } from './as-failure.ts';
import type { Work } from './latest.ts';
import type { Store } from './observable.ts';
import type { ModelsState, SessionState } from './session-state.ts';

/** Loads a listing into the state, page by page; a list that another replaced is dropped. */
export async function loadModels(
  store: Store<SessionState>,
  connection: Connection,
  query: ListingQuery,
  work: Work,
): Promise<void> {
  const { search, provider } = query;
  const narrowed = { ...(search ? { search } : {}), ...(provider ? { provider } : {}) };
  let models: ModelsState = { status: 'loading', models: [], dropped: 0, ...narrowed };
  store.update({ models });
  try {
    for await (const page of listModels(connection, query, work.signal)) {
      if (!work.isCurrent()) return;
      models = {
        status: page.done ? 'loaded' : 'loading',
        models: page.models,
        dropped: page.dropped,
        ...narrowed,
      };
      store.update({ models });
    }
  } catch (error) {
    if (work.isCurrent()) store.update({ models: { ...models, status: 'failed', error: asFailure(error) } });
  } finally {
    work.finish();
  }
}

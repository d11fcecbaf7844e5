import type { Connection } from '../http/index.ts';
import type { ListingQuery } from '../hub/index.ts';
import { asFailure } from './as-failure.ts';
import type { Work } from './latest.ts';
import { loaded } from './loaded.ts';
import type { Store } from './observable.ts';
import { noModels, type SessionState } from './session-state.ts';

/** Says at once that models are being loaded, and has it done; what loads them is loaded when it is asked first. */
export async function beginListing(
  store: Store<SessionState>,
  connection: Connection,
  { task, search, provider }: ListingQuery,
  work: Work,
): Promise<void> {
  const narrowed = { ...(search ? { search } : {}), ...(provider ? { provider } : {}) };
  store.update({ models: { ...noModels, status: 'loading', ...narrowed } });
  try {
    const { loadModels } = await loaded(() => import('./load-models.ts'));
    if (work.isCurrent()) await loadModels(store, connection, { task, ...narrowed }, work);
  } catch (error) {
    if (!work.isCurrent()) return;
    store.update({ models: { ...store.getSnapshot().models, status: 'failed', error: asFailure(error) } });
    work.finish();
  }
}

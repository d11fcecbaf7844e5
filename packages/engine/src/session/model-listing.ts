import { asFailure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import type { ListingQuery } from '../hub/index.ts';
import { jobSlot } from './job-slot.ts';
import { loaded } from './loaded.ts';
import { noModels, type ModelsState, type SessionState } from './session-state.ts';
import type { Store } from './store.ts';

export type ModelFilter = Pick<ListingQuery, 'search' | 'provider'>;

/** Loaded with the first request, so that a page starts faster. */
export const loadRequests = () => loaded(() => import('./hub-requests.ts'));

/** The list of the task's models in a session. */
export function modelListing(store: Store<SessionState>, connection: () => Connection) {
  const listing = jobSlot();
  let lastProvider: string | undefined;
  /** The list before a search that fails. */
  let lastLoaded: ModelsState | undefined;
  const state = store.getSnapshot;
  const change = (models: Partial<ModelsState>) => store.update({ models: { ...state().models, ...models } });

  return {
    /** Lists the models, filtered by the Hub. A provider also applies to the tasks chosen later. */
    async list({ search, provider }: ModelFilter): Promise<void> {
      const { task } = state();
      lastProvider = provider;
      if (!task) return;
      const filter = { search: search || undefined, provider: provider || undefined };
      const job = listing.start();
      const asking = connection();
      store.update({ models: { ...noModels, status: 'loading', ...filter } });
      try {
        const requests = await loadRequests();
        if (job.isCurrent()) await requests.loadModels(store, asking, { task: task.id, ...filter }, job);
      } catch (error) {
        if (job.isCurrent()) change({ status: 'failed', error: asFailure(error) });
      }
      if (job.isCurrent()) {
        const { models } = state();
        if (models.status === 'loaded') lastLoaded = models;
        // A failed search leaves the models as they were.
        else if (models.search !== undefined && models.models.length === 0 && lastLoaded)
          change({ models: lastLoaded.models });
      }
      job.finish();
    },
    lastProvider: () => lastProvider,
    /** The models without a search that failed. */
    withoutFailedSearch(): ModelsState {
      const { models } = state();
      return models.status === 'failed' && models.search !== undefined ? (lastLoaded ?? models) : models;
    },
    /** Cancels a listing, and forgets the list. */
    forget(): void {
      listing.cancel();
      lastLoaded = undefined;
    },
    /** Cancels a listing, and empties the list that it began. */
    end(): void {
      lastLoaded = undefined;
      if (listing.cancel()) change(noModels);
    },
  };
}

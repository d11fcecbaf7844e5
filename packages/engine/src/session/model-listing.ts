import { asFailure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import type { ListingQuery } from '../hub/index.ts';
import { jobSlot } from './job-slot.ts';
import { loaded } from './loaded.ts';
import { expiredSignIn } from './session-queries.ts';
import { noModels, type ModelsState, type SessionState } from './session-state.ts';
import type { Store } from './store.ts';

export type ModelFilter = Pick<ListingQuery, 'search' | 'provider'>;

/** The list of the task's models in a session. */
export function modelListing(store: Store<SessionState>, connection: () => Connection) {
  const listing = jobSlot();
  let lastProvider: string | undefined;
  /** The list before a search that fails. */
  let lastLoaded: ModelsState | undefined;
  const state = store.getSnapshot;
  const change = (models: Partial<ModelsState>) => store.update({ models: { ...state().models, ...models } });

  return {
    /** Lists the models page by page, filtered by the Hub. A provider also applies to the tasks chosen later. */
    async list({ search, provider }: ModelFilter): Promise<void> {
      const { task } = state();
      lastProvider = provider;
      if (!task) return;
      const filter = { search: search || undefined, provider: provider || undefined };
      const job = listing.start();
      const asking = connection();
      store.update({ models: { ...noModels, status: 'loading', ...filter } });
      try {
        // Loaded with the first list, so that a page starts faster.
        const { listModels } = await loaded(() => import('../hub/listing.ts'));
        for await (const page of listModels(asking, { task: task.id, ...filter }, job.signal)) {
          if (!job.isCurrent()) return;
          const { models, dropped, truncated, done } = page;
          change({ status: done ? 'loaded' : 'loading', models, dropped, truncated });
        }
        if (job.isCurrent()) lastLoaded = state().models;
      } catch (error) {
        if (!job.isCurrent()) return;
        const failure = asFailure(error);
        change({ status: 'failed', error: failure });
        // A failed search leaves the models as they were.
        if (filter.search !== undefined && state().models.models.length === 0)
          change({ models: lastLoaded?.models ?? [] });
        if (asking.token !== undefined) store.update(expiredSignIn(state(), failure));
      } finally {
        job.finish();
      }
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

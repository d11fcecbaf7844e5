import { asFailure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import type { Listing } from '../hub/index.ts';
import { jobSlot } from './job-slot.ts';
import { loaded } from './loaded.ts';
import { expiredSignIn } from './session-queries.ts';
import { noModels, type ModelsState, type SessionState } from './session-state.ts';
import type { Store } from './store.ts';

/** The list of the task's models in a session. */
export function modelListing(store: Store<SessionState>, connection: () => Connection) {
  const listing = jobSlot();
  /** The list before a search that fails. */
  let lastLoaded: ModelsState | undefined;
  const state = store.getSnapshot;
  const change = (models: Partial<ModelsState>) => store.update({ models: { ...state().models, ...models } });

  return {
    /** Lists the models page by page, or those that the Hub finds. Looks up the default model. */
    async list(words?: string): Promise<void> {
      const { task } = state();
      if (!task) return;
      const search = words || undefined;
      const job = listing.start();
      const asking = connection();
      store.update({ models: { ...noModels, status: 'loading', search } });
      try {
        // Loaded with the first list, so that a page starts faster.
        const hub = await loaded(() => import('../hub/listing.ts'));
        hub.findDefaultModel(asking, task.id, job.signal).then(
          (defaultModel) => state().task === task && store.update({ defaultModel }),
          () => undefined,
        );
        const query = { task: task.id, search };
        let available: Promise<Listing | undefined> | undefined;
        for await (const { done, ...page } of hub.listModels(asking, query, job.signal)) {
          if (!job.isCurrent()) return;
          change(page);
          if (done && page.models.length < hub.MAX_MODELS) break;
          // The Hub may have more models than a list, so those available are listed on their own.
          const filter = { ...query, provider: hub.ANY_PROVIDER };
          available ??= hub.readListing(hub.listModels(asking, filter, job.signal)).catch(() => undefined);
        }
        const further = (await available)?.models ?? [];
        if (!job.isCurrent()) return;
        const { models } = state().models;
        const names = new Set(models.map(({ name }) => name));
        const count = models.filter(({ providers }) => providers.length > 0).length;
        change({
          status: 'loaded',
          further: further.filter(({ name }) => !names.has(name)).slice(0, hub.MAX_MODELS - count),
        });
        lastLoaded = state().models;
      } catch (error) {
        if (!job.isCurrent()) return;
        const failure = asFailure(error);
        change({ status: 'failed', error: failure });
        // A failed search leaves the models as they were.
        if (search !== undefined && state().models.models.length === 0)
          change({ models: lastLoaded?.models ?? [] });
        if (asking.token !== undefined) store.update(expiredSignIn(state(), failure));
      } finally {
        job.finish();
      }
    },
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

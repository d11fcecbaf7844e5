import { asFailure } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { jobSlot, loaded, type Store } from './store.ts';
import { expiredSignIn } from './session-queries.ts';
import { noModels, type ModelsState, type SessionState } from './session-state.ts';

/** The list of the task's models in a session. */
export function modelListing(store: Store<SessionState>, connection: () => Connection) {
  const listing = jobSlot();
  /** The list before a search that fails. */
  let lastLoaded: ModelsState | undefined;
  const state = store.getSnapshot;
  const change = (models: Partial<ModelsState>) => store.update({ models: { ...state().models, ...models } });

  return {
    /** Lists the models page by page, or those that the Hub finds. */
    async list(words?: string): Promise<void> {
      const { task, taskName = '' } = state();
      if (!task) return;
      const search = words || undefined;
      const job = listing.start();
      const asking = connection();
      store.update({ models: { ...noModels, status: 'loading', search } });
      // Loaded with the first list, so that a page starts faster.
      const code = loaded(() => import('../hub/listing.ts'));
      const lookUp = code
        .then((hub) => hub.findDefaultModel(asking, taskName, job.signal))
        .then((defaultModel) => job.isCurrent() && change({ defaultModel }))
        // Only a label is missing then.
        .catch(() => undefined);
      try {
        const hub = await code;
        const query = { task: task.id, search };
        for await (const { done, ...page } of hub.listModels(asking, query, job.signal)) {
          if (!job.isCurrent()) return;
          change({ ...page, status: done ? 'loaded' : 'loading' });
        }
        if (!job.isCurrent()) return;
        lastLoaded = state().models;
        const { models } = lastLoaded;
        if (models.length < hub.MAX_MODELS) return;
        // The Hub may have more models than a list, so those available are also listed on their own.
        const filter = { ...query, provider: hub.ANY_PROVIDER };
        const model = await hub
          .readListing(hub.listModels(asking, filter, job.signal))
          .catch(() => undefined);
        if (!model || !job.isCurrent()) return;
        const names = new Set(models.map(({ name }) => name));
        const count = models.filter(({ providers }) => providers.length > 0).length;
        const others = model.models.filter(({ name }) => !names.has(name));
        change({ further: others.slice(0, hub.MAX_MODELS - count) });
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
        await lookUp;
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

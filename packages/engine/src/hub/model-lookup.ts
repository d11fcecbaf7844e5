import * as v from 'valibot';
import { NoModelError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { getModel } from './get-model.ts';
import { checkHub, getJson, lenient } from './hub-api.ts';
import { readProviders, type ModelProvider } from './providers.ts';
import { createCache } from './cache.ts';

export interface ModelLookup {
  readonly id: string;
  readonly task?: string | undefined;
  readonly conversational: boolean;
  /** For example `transformers`. */
  readonly library?: string | undefined;
  readonly providers: readonly ModelProvider[];
}

const cache = createCache<ModelLookup>();

const shape = v.looseObject({
  id: v.string(),
  pipeline_tag: v.nullish(v.string()),
  tags: v.nullish(v.array(v.string())),
  library_name: v.fallback(v.nullish(v.string()), undefined),
  inferenceProviderMapping: v.nullish(v.unknown()),
});

/**
 * A model's task, library and providers, cached by hub, token and ID.
 * @throws InputError, UnknownModelError, HubApiError, and what `send` throws
 */
export function lookUpModel(connection: Connection, id: string, signal?: AbortSignal) {
  const key = [connection.hubUrl, connection.token ?? '', id].join(' ');
  return cache.get(key, async () => {
    const model = await getModel(connection, id, shape, signal);
    return {
      id,
      task: model.pipeline_tag || undefined,
      library: model.library_name || undefined,
      conversational: model.tags?.includes('conversational') ?? false,
      providers: readProviders(model.inferenceProviderMapping),
    };
  });
}

const recommended = v.looseObject({ id: v.string(), description: lenient(v.string()) });
const catalogShape = v.record(v.string(), v.looseObject({ models: v.optional(v.array(recommended), []) }));

const catalogs = createCache<v.InferOutput<typeof catalogShape>>();

/** Models that are looked up to find one that supports conversations. */
const MAX_TRIED = 5;

/** The models for a task that `/api/tasks` lists. */
export async function fetchRecommendedModels(connection: Connection, task: string, signal?: AbortSignal) {
  const url = `${connection.hubUrl}/api/tasks`;
  const known = await catalogs.get(url, async () => {
    const { json } = await getJson(connection, url, signal);
    return checkHub(catalogShape, json, 'a list of tasks', connection);
  });
  return Object.hasOwn(known, task) ? (known[task]?.models ?? []) : [];
}

/** The Hub's default model for a task: the first recommended one. @throws NoModelError if there is none */
export async function findDefaultModel(
  connection: Connection,
  task: string,
  signal?: AbortSignal,
  isChat = false,
) {
  const models = await fetchRecommendedModels(connection, task, signal);
  for (const { id } of isChat ? models.slice(0, MAX_TRIED) : models) {
    if (!isChat || (await lookUpModel(connection, id, signal)).conversational) return id;
  }
  throw new NoModelError();
}

import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Connection } from '../http/index.ts';
import { checkHub } from './check-hub.ts';
import { onForgetting } from './forget-models.ts';
import { getModelJson } from './get-model-json.ts';
import { readProviders, type ModelProvider } from './providers.ts';

/** What is needed to know about a model before it is asked. */
export interface ModelLookUp {
  readonly id: string;
  /** Its task, where it has one. */
  readonly task?: string;
  /** Whether it holds conversations. */
  readonly conversational: boolean;
  /** The library that it was made for, where it names one. */
  readonly library?: string;
  readonly providers: readonly ModelProvider[];
}

/** Specification, section 9: ten minutes, at most a thousand. */
const cache = new LRUCache<string, ModelLookUp>({ max: 1000, ttl: 10 * 60 * 1000 });
onForgetting(() => cache.clear());

const shape = v.looseObject({
  id: v.string(),
  pipeline_tag: v.nullish(v.string()),
  tags: v.nullish(v.array(v.string())),
  library_name: v.fallback(v.nullish(v.string()), undefined),
  inferenceProviderMapping: v.nullish(v.unknown()),
});

/**
 * A model's task, library and providers, as the signed-in person sees them; cached by hub, token and id.
 * @throws InputError, HubApiError (404 when there is no such model), and what `send` throws
 */
export async function lookUpModel(
  connection: Connection,
  id: string,
  signal?: AbortSignal,
): Promise<ModelLookUp> {
  const key = [connection.hubUrl, connection.token ?? '', id].join(' ');
  const known = cache.get(key);
  if (known) return known;
  const fields = ['pipeline_tag', 'tags', 'library_name', 'inferenceProviderMapping'];
  const json = await getModelJson(connection, id, fields, signal);
  const {
    pipeline_tag: task,
    tags,
    library_name: library,
    inferenceProviderMapping,
  } = checkHub(shape, json, 'a model', connection);
  const found: ModelLookUp = {
    id,
    ...(task ? { task } : {}),
    ...(library ? { library } : {}),
    conversational: tags?.includes('conversational') ?? false,
    providers: readProviders(inferenceProviderMapping),
  };
  cache.set(key, found);
  return found;
}

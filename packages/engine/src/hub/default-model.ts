import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { NoModelError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { checkHub, getJson } from './hub-api.ts';

const shape = v.record(
  v.string(),
  v.looseObject({ models: v.optional(v.array(v.looseObject({ id: v.string() })), []) }),
);

const cache = new LRUCache<string, v.InferOutput<typeof shape>>({ max: 10, ttl: 10 * 60 * 1000 });

/** The Hub's default model for a task: the first that `/api/tasks` names. @throws NoModelError if there is none */
export async function defaultModelOf(connection: Connection, task: string, signal?: AbortSignal) {
  const url = `${connection.hubUrl}/api/tasks`;
  let known = cache.get(url);
  if (!known) {
    known = checkHub(shape, (await getJson(connection, url, signal)).json, 'a list of tasks', connection);
    cache.set(url, known);
  }
  const [first] = Object.hasOwn(known, task) ? (known[task]?.models ?? []) : [];
  if (!first) throw new NoModelError();
  return first.id;
}

import * as v from 'valibot';
import { NoModelError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { findTask, isMoreTask } from '../tasks/index.ts';
import { own, isRecord } from '../text/index.ts';
import { getModel, createCache, checkHub, getJson, lenient } from './hub-api.ts';

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
  return own(known, task)?.models ?? [];
}

/**
 * The Hub's default model: the first recommended one. An alias that is narrower than its task, such as `ocr`, prefers
 * models whose ID or description mentions it.
 * @param name a task of the Hub, or an alias of one of ours
 * @throws NoModelError if there is none
 */
export async function findDefaultModel(
  connection: Connection,
  name: string,
  signal?: AbortSignal,
  isChat = false,
) {
  const task = findTask(name);
  const { imageTask, mediaTasks } = task?.conversation ?? {};
  const isMediaTask = [imageTask, ...Object.values(mediaTasks ?? {})].includes(name);
  const hubTask = task && !isMediaTask ? task.id : name;
  const recommended = await fetchRecommendedModels(connection, hubTask, signal);
  const general = getWords([hubTask, ...Object.keys(task?.fields ?? {})].join(' '));
  const narrower = getWords(name).filter((word) => !isMentioned(word, general));
  const isNamed = ({ id, description = '' }: (typeof recommended)[number]) =>
    narrower.every((word) => isMentioned(word, getWords(`${id} ${description}`)));
  const models = recommended.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  for (const { id } of isChat ? models.slice(0, MAX_TRIED) : models) {
    if (!isChat || (await lookUpModel(connection, id, signal)).conversational) return id;
  }
  const [popular] = task && isMoreTask(task) ? await fetchPopularModel(connection, hubTask, signal) : [];
  if (!popular) throw new NoModelError();
  return popular.id;
}

/** The model of a task that is downloaded most and that a provider runs: the Hub recommends none for text-to-audio. */
async function fetchPopularModel(connection: Connection, task: string, signal?: AbortSignal) {
  const query = new URLSearchParams({
    pipeline_tag: task,
    inference_provider: 'all',
    sort: 'downloads',
    limit: '1',
  });
  const { json } = await getJson(connection, `${connection.hubUrl}/api/models?${query.toString()}`, signal);
  return checkHub(v.array(recommended), json, 'a list of models', connection);
}

/** Shorter words, such as `to`, say too little. */
function getWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
}

/** Letters that words of the same stem share: `caption`, `captioner`, `captioning`. */
const STEM = 6;

function isMentioned(word: string, words: readonly string[]): boolean {
  return words.some((other) => other.startsWith(word.slice(0, STEM)));
}

/** A provider that runs a model (`expand[]=inferenceProviderMapping`). */
export interface ModelProvider {
  readonly provider: string;
  /** The model's name at the provider. */
  readonly providerId: string;
  /** `live`, or `staging` for tests of the provider. */
  readonly status: string;
  /** The task; `conversational` for chat. */
  readonly task: string;
  readonly adapter?: string | undefined;
  readonly adapterWeightsPath?: string | undefined;
}

export function isLive({ status }: Pick<ModelProvider, 'status'>): boolean {
  return status === 'live';
}

/** Reads a provider mapping, a list or an object by provider. Unusable entries are left out. */
export function readProviders(mapping: unknown): ModelProvider[] {
  if (!isRecord(mapping)) return [];
  if (Array.isArray(mapping)) return mapping.flatMap((row: unknown) => readEntry(row));
  return Object.entries(mapping).flatMap(([provider, row]) => readEntry(row, provider));
}

/** Validated by hand: a listing has thousands of entries, and a schema is slow. */
function readEntry(row: unknown, name?: string): ModelProvider[] {
  if (!isRecord(row)) return [];
  const { provider = name, providerId, status = 'live', task, adapter, adapterWeightsPath } = row;
  if (!isText(provider) || !isText(providerId) || !isText(status) || !isText(task)) return [];
  return [
    {
      provider,
      providerId,
      status,
      task,
      adapter: isText(adapter) ? adapter : undefined,
      adapterWeightsPath: isText(adapterWeightsPath) ? adapterWeightsPath : undefined,
    },
  ];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

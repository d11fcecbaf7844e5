import * as v from 'valibot';
import { HubApiError, HubResponseError, InputError } from '../errors/index.ts';
import {
  hintForResponse,
  readFailureBody,
  readJson,
  failureOptions,
  getReason,
  send,
  type HttpResponse,
  type Connection,
} from '../http/index.ts';
import { check } from '../results/index.ts';
import { visibleLine } from '../text/index.ts';

/**
 * GET on the Hub's API, with the token if there is one.
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function getJson(connection: Connection, url: string, signal?: AbortSignal) {
  const headers = { Accept: 'application/json' };
  const response = await send(connection, { method: 'GET', url, headers }, { signal });
  if (!response.isOk) throw await hubApiError(response, connection);
  return { json: await readJson(response, HubResponseError), response };
}

/** A `Response` for @huggingface/hub. Without the global `Headers`, which would load Node's fetch. */
export function toResponse(json: unknown, next?: string): Response {
  const headers = { get: () => (next === undefined ? null : `<${next}>; rel="next"`) };
  return { ok: true, headers, json: () => Promise.resolve(json) } as unknown as Response;
}

/**
 * Checks a response of the Hub against a schema.
 * @param expected the shape in words, for the error
 * @throws HubResponseError
 */
export function checkHub<const Schema extends v.GenericSchema>(
  schema: Schema,
  json: unknown,
  expected: string,
  { hubUrl: url }: Connection,
): v.InferOutput<Schema> {
  return check(schema, json, expected, (expectation) => new HubResponseError(expectation, { url }));
}

/** For cards, which are written by hand: fields of the wrong type count as missing. */
export const lenient = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

/** The error for a failed response of the Hub, with the message of the specification, section 8. */
export async function hubApiError(
  response: HttpResponse,
  connection: Pick<Connection, 'hubUrl' | 'token'>,
): Promise<HubApiError> {
  const body = await readFailureBody(response);
  const { status, url, requestId, ...options } = failureOptions(response, body);
  const { retryAfter } = options;
  const trailer = requestId ? `URL: ${url}. Request ID: ${requestId}` : `URL: ${url}`;
  const reason = getReason(body, status, connection.token);
  return new HubApiError(`${reason ?? `Api error with status ${status}`}. ${trailer}`, {
    ...options,
    status,
    url,
    requestId,
    hint:
      status >= 500
        ? `The Hub is having problems; try again in ${retryAfter === undefined ? 'a moment' : `${retryAfter} s`}.`
        : hintForResponse(response, connection.hubUrl),
  });
}

/** Specification, section 9. */
const MAX_AGE = 10 * 60 * 1000;
const MAX_COUNT = 1000;

const caches = new Set<{ clear(): void }>();

/** Empties all caches. Called when the user signs in or out. */
export function forgetModels(): void {
  for (const cache of caches) cache.clear();
}

/** A cache of responses from the Hub: for ten minutes, at most a thousand; the oldest are dropped first. */
export function createCache<Value>() {
  const entries = new Map<string, { readonly value: Value; readonly since: number }>();
  caches.add(entries);
  return {
    async get(key: string, load: () => Promise<Value>): Promise<Value> {
      const entry = entries.get(key);
      if (entry && performance.now() - entry.since < MAX_AGE) return entry.value;
      const value = await load();
      // Moves it to the end.
      entries.delete(key);
      entries.set(key, { value, since: performance.now() });
      const [oldest] = entries.keys();
      if (entries.size > MAX_COUNT && oldest !== undefined) entries.delete(oldest);
      return value;
    },
  };
}

const segment = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/;
const MAX_LENGTH = 200;

/** Whether a string can be a repository ID: `org/name`, or `name` for the few IDs without an organization. */
export function isModelId(id: string): boolean {
  const segments = id.split('/');
  return (
    id.length <= MAX_LENGTH &&
    segments.length <= 2 &&
    segments.every((part) => segment.test(part) && !part.includes('..'))
  );
}

/** A model ID as part of a path, encoded by segment. @throws InputError */
export function modelPath(id: string): string {
  if (!isModelId(id)) {
    const hint = 'Model IDs look like organization/name.';
    throw new InputError(`'${visibleLine(id)}' is not a model ID`, { hint });
  }
  return id.split('/').map(encodeURIComponent).join('/');
}

/**
 * The fields of a model that a schema lists.
 * @throws InputError (not a model ID), UnknownModelError, HubApiError, HubResponseError, and what `send` throws
 */
export async function getModel<const Entries extends v.ObjectEntries>(
  connection: Connection,
  id: string,
  shape: v.LooseObjectSchema<Entries, undefined>,
  signal?: AbortSignal,
) {
  // Always part of the response.
  const fields = Object.keys(shape.entries).filter((name) => name !== 'id');
  const query = fields.map((name) => `expand[]=${name}`).join('&');
  const url = `${connection.hubUrl}/api/models/${modelPath(id)}?${query}`;
  return checkHub(shape, await getModelPage(connection, id, url, signal), 'a model', connection);
}

/**
 * The JSON of a Hub API URL for a model.
 * @throws UnknownModelError, and what `getJson` throws
 */
export async function getModelPage(connection: Connection, id: string, url: string, signal?: AbortSignal) {
  try {
    return (await getJson(connection, url, signal)).json;
  } catch (error) {
    // Without a token, the Hub answers 401 for private and unknown models alike.
    const isUnknown =
      error instanceof HubApiError &&
      (error.status === 404 || (error.status === 401 && connection.token === undefined));
    if (!isUnknown) throw error;
    throw await (await import('./unknown-model.ts')).unknownModelError(connection, id, error, signal);
  }
}

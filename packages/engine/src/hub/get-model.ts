import type * as v from 'valibot';
import { HubApiError, InputError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { visibleLine } from '../text/index.ts';
import { checkHub, getJson } from './hub-api.ts';

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

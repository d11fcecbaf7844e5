import type * as v from 'valibot';
import { HubApiError, InputError, NetworkError, RedirectError } from '../errors/index.ts';
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

/** A model ID as part of a path, encoded by segment (F47). @throws InputError */
export function modelPath(id: string): string {
  if (!isModelId(id)) {
    const hint = 'Model IDs look like organization/name.';
    throw new InputError(`'${visibleLine(id)}' is not a model ID`, { hint });
  }
  return id.split('/').map(encodeURIComponent).join('/');
}

/**
 * The fields of a model that a schema lists.
 * @throws InputError (not a model ID), UnknownModelError, HubApiError, HubResponseError, RedirectError, and what `send`
 * throws
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
 * The JSON of a Hub API URL for a model. The Hub redirects renamed models, but browsers hide the target, so the browser
 * follows the redirect itself: first without the token, then with it if the browser drops it for other hosts.
 * @throws UnknownModelError, RedirectError if another host responds or the new name is unknown, and what `getJson` throws
 */
export async function getModelPage(connection: Connection, id: string, url: string, signal?: AbortSignal) {
  try {
    return (await getJson(connection, url, signal)).json;
  } catch (error) {
    const { token, renewal, ...open } = connection;
    // Without a token, the Hub answers 401 for private and unknown models alike.
    if (
      error instanceof HubApiError &&
      (error.status === 404 || (error.status === 401 && token === undefined))
    )
      throw await (await import('./unknown-model.ts')).unknownModelError(connection, id, error, signal);
    const isHidden = error instanceof RedirectError && connection.transport.hidesRedirects === true;
    if (!isHidden || token === undefined) throw error;
    // Without renewal: a refusal by another host says nothing about the token.
    const signedIn = { ...open, token: renewal?.latest(token) ?? token };
    for (const as of connection.transport.dropsToken ? [open, signedIn] : [open]) {
      const found = await follow(as, url, error, signal);
      if (found !== undefined) return found;
    }
    throw new RedirectError(`${id} was renamed or moved, and the browser does not reveal the new name`, {
      url,
      hint: `${connection.hubUrl}/${modelPath(id)} redirects to the new name; choose that model.`,
    });
  }
}

/** Undefined if the request fails. @throws RedirectError `hidden` when another host responds */
async function follow(as: Connection, url: string, hidden: RedirectError, signal: AbortSignal | undefined) {
  try {
    const { json, answer } = await getJson(as, url, signal, true);
    if (new URL(answer.url).origin === new URL(as.hubUrl).origin) return json;
  } catch (error) {
    // Browsers report a missing CORS header as a network error.
    if (error instanceof HubApiError || error instanceof NetworkError) return undefined;
    throw error;
  }
  throw hidden;
}

import { UnknownModelError, type HubApiError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { closestNames } from '../text/index.ts';
import { getJson } from './hub-api.ts';

const MAX_SUGGESTIONS = 3;
const MAX_CANDIDATES = 100;
/** Milliseconds for the search, which only improves an error message. */
const SEARCH_DEADLINE = 5000;

/** The error for a model that the Hub does not know, with up to three similar names from the Hub's search. */
export async function unknownModelError(
  connection: Connection,
  id: string,
  { status, url, requestId, data }: HubApiError,
  signal?: AbortSignal,
): Promise<UnknownModelError> {
  const finishBy = Math.min(connection.finishBy ?? Infinity, Date.now() + SEARCH_DEADLINE);
  const names = await namesLike(id, { ...connection, finishBy }, signal).catch((failure: unknown) => {
    if (signal?.aborted) throw failure;
    return [];
  });
  const suggestions = closestNames(id, names, MAX_SUGGESTIONS);
  return new UnknownModelError(id, suggestions, { status, url, requestId, data, token: connection.token });
}

/** Searches for the beginning of the longest word, since the Hub finds parts of names and the end may be misspelled. */
async function namesLike(id: string, connection: Connection, signal?: AbortSignal): Promise<string[]> {
  const words = id.slice(id.indexOf('/') + 1).split(/[-_.]/);
  const [longest = ''] = words.sort((a, b) => b.length - a.length);
  const search = encodeURIComponent(longest.slice(0, Math.ceil((longest.length * 2) / 3)));
  const url = `${connection.hubUrl}/api/models?search=${search}&sort=downloads&direction=-1&limit=${MAX_CANDIDATES}`;
  const { json } = await getJson(connection, url, signal);
  if (!Array.isArray(json)) return [];
  return json.flatMap((row: { id?: unknown } | null) => (typeof row?.id === 'string' ? row.id : []));
}

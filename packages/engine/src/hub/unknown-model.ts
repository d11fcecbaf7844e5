import { UnknownModelError, type HubApiError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { similarNames } from '../text/index.ts';
import { getJson } from './hub-api.ts';

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
  const matches = await Promise.all(
    queriesFor(id).map((query) =>
      namesFoundBy({ ...connection, finishBy }, query, signal).catch((failure: unknown) => {
        if (signal?.aborted) throw failure;
        return [];
      }),
    ),
  );
  const suggestions = similarNames(id, [...new Set(matches.flat())]);
  return new UnknownModelError(id, suggestions, { status, url, requestId, data, token: connection.token });
}

/**
 * The Hub finds parts of names. Searches for the beginning of the longest word, since the end may be misspelled, and for
 * the models of the organization.
 */
function queriesFor(id: string): string[] {
  const [name = '', author] = id.split('/').reverse();
  const [longest = ''] = name.split(/[-_.]/).sort((a, b) => b.length - a.length);
  const search = longest.slice(0, Math.ceil((longest.length * 2) / 3));
  return [
    `search=${encodeURIComponent(search)}`,
    ...(author ? [`author=${encodeURIComponent(author)}`] : []),
  ];
}

async function namesFoundBy(connection: Connection, query: string, signal?: AbortSignal): Promise<string[]> {
  const url = `${connection.hubUrl}/api/models?${query}&sort=downloads&direction=-1&limit=${MAX_CANDIDATES}`;
  const { json } = await getJson(connection, url, signal);
  if (!Array.isArray(json)) return [];
  return json.flatMap((row: { id?: unknown } | null) => (typeof row?.id === 'string' ? row.id : []));
}

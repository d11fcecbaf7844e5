import { HubResponseError, RedirectError } from '../errors/index.ts';
import { requireNoToken, withTotalDeadline, type Connection } from '../http/index.ts';
import { getJson } from './get-json.ts';
import { nextPage } from './next-page.ts';
import { readListedModel, type ListedModel } from './listed-model.ts';

/** What to list. */
export interface ListingQuery {
  readonly task: string;
  /** Words that the id holds. */
  readonly search?: string;
  /** Only models that this provider serves; `all` for those that anybody serves. */
  readonly provider?: string;
  /** How many, at least 1; the specification's 1,000 by default and at most. */
  readonly limit?: number;
}

/** The models that have come so far, in order. */
export interface Listing {
  readonly models: readonly ListedModel[];
  readonly done: boolean;
  /** Rows that could not be read and were left out. */
  readonly dropped: number;
  /** There are more pages than are read, so that models may be missing. */
  readonly truncated: boolean;
}

/** The Hub gives at most 500 a page, the picker shows at most 1,000 (specification, section 9). */
const PAGE_SIZE = 500;
export const MOST_MODELS = 1000;

/** Ties at the cut are read on so that the order decides, not the server's mood; up to here. */
const MOST_PAGES = 20;

/** What is asked of each model. */
export const listedFields = [
  'downloads',
  'likes',
  'pipeline_tag',
  'private',
  'gated',
  'lastModified',
  'inferenceProviderMapping',
];

/** The address of the first page. */
export function listingUrl(hubUrl: string, { task, search, provider }: ListingQuery): string {
  const url = new URL(`${hubUrl}/api/models`);
  const { searchParams: query } = url;
  query.set('pipeline_tag', task);
  if (search) query.set('search', search);
  if (provider) query.set('inference_provider', provider);
  query.set('sort', 'downloads');
  query.set('direction', '-1');
  query.set('limit', String(PAGE_SIZE));
  for (const name of listedFields) query.append('expand[]', name);
  return url.href;
}

/** Downloads and likes, both descending; ties by name, ascending. */
export function compareModels(a: ListedModel, b: ListedModel): number {
  return b.downloads - a.downloads || b.likes - a.likes || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/**
 * Lists the models of a task, best first, page by page: after each page all that have come so far, in order, so that
 * the first can be shown at once.
 * @throws HubApiError, HubResponseError (a page that is no list), RedirectError (a page that leads to
 * another host), and what `send` throws
 */
export async function* listModels(
  connection: Connection,
  query: ListingQuery,
  signal?: AbortSignal,
): AsyncGenerator<Listing, void, void> {
  const limit = Math.min(Math.max(query.limit ?? MOST_MODELS, 1), MOST_MODELS);
  const within = withTotalDeadline(connection);
  const byName = new Map<string, ListedModel>();
  const visited = new Set<string>();
  let dropped = 0;
  let url = listingUrl(connection.hubUrl, query);
  for (;;) {
    visited.add(url);
    const { json, answer } = await getJson(within, url, signal);
    if (!Array.isArray(json)) throw new HubResponseError('expected a list of models', { url });
    let last: ListedModel | undefined;
    for (const row of json as unknown[]) {
      const model = readListedModel(row);
      if (!model) dropped += 1;
      else if (!byName.has(model.name)) byName.set(model.name, model);
      last = model ?? last;
    }
    const next = nextPage(answer.headers.get('link'), answer.url);
    const models = [...byName.values()].sort(compareModels);
    const hasMore = next !== undefined && !visited.has(next) && mayRankHigher(models, last, limit);
    const truncated = hasMore && visited.size === MOST_PAGES;
    const done = !hasMore || truncated;
    yield { models: models.slice(0, limit), done, dropped, truncated };
    if (done) return;
    requireNoToken(next, url, within.token);
    requireSameOrigin(url, next);
    url = next;
  }
}

function requireSameOrigin(page: string, next: string): void {
  const { host, origin } = new URL(page);
  const to = new URL(next);
  if (to.origin === origin) return;
  throw new RedirectError(`The listing of ${host} goes on at ${to.host}, which was not followed`, {
    url: page,
  });
}

/** Whether a later page can still hold one of the first `limit`: pages come by downloads, ties in any order. */
function mayRankHigher(
  models: readonly ListedModel[],
  last: ListedModel | undefined,
  limit: number,
): boolean {
  const worst = models[limit - 1];
  return worst === undefined || (last !== undefined && last.downloads >= worst.downloads);
}

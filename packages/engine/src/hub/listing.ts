import { listModels as listHubModels, type PipelineType, modelInfo, type ModelEntry } from '@huggingface/hub';
import { HubResponseError, RedirectError } from '../errors/index.ts';
import { requireNoToken, withTotalDeadline, type Connection } from '../http/index.ts';
import { isTaskId, getTask } from '../tasks/index.ts';
import { attempt, isRecord } from '../text/index.ts';
import { getModelPage, modelPath, getJson, toResponse } from './hub-api.ts';
import { isLive, readProviders, type ModelProvider } from './model-lookup.ts';

export { findDefaultModel } from './model-lookup.ts';

interface ListingQuery {
  readonly task: string;
  /** Words that the ID contains; `google/` or `google/vit` also names the author. */
  readonly search?: string | undefined;
  /** A user or organization. */
  readonly author?: string | undefined;
  /** Tags that the models have, such as a language, library or license. */
  readonly filters?: readonly string[] | undefined;
  /** Only models that this provider runs, or {@link ANY_PROVIDER}. */
  readonly provider?: string | undefined;
  /** 1 to 1,000, which is the default (specification, section 9). */
  readonly limit?: number | undefined;
}

export interface Listing {
  readonly models: readonly ListedModel[];
  readonly done: boolean;
  /** Rows that could not be read and were left out. */
  readonly dropped: number;
  /** Not all pages were read, so models may be missing. */
  readonly truncated: boolean;
}

export const MAX_MODELS = 1000;

/** For models that any provider runs now. */
export const ANY_PROVIDER = 'all';

/** Pages are read beyond the limit while their models have as many downloads as the last one listed. */
const MAX_PAGES = 20;

/** Downloads and likes, both descending; ties by name, ascending. */
function compareModels(a: ListedModel, b: ListedModel): number {
  return b.downloads - a.downloads || b.likes - a.likes || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/**
 * Lists the most downloaded models for a task, with chat models that take images and other media where the
 * task supports conversations. Yields after each page, so that the first can be shown at once.
 * @throws HubApiError, HubResponseError (a page that is not a list), RedirectError (a page on another host), and what
 * `send` throws
 */
export async function* listModels(
  connection: Connection,
  query: ListingQuery,
  signal?: AbortSignal,
): AsyncGenerator<Listing, void, void> {
  const { task, limit = MAX_MODELS } = query;
  const { conversation } = isTaskId(task) ? getTask(task) : {};
  if (!conversation) return yield* listTag(connection, query, signal);
  const { imageTask, mediaTasks } = conversation;
  const listOther = (other: string) => readListing(listTag(connection, { ...query, task: other }, signal));
  const others = Promise.all([imageTask, ...Object.values(mediaTasks)].map(listOther));
  // Awaited below, unless the other listing fails first.
  others.catch(() => undefined);
  for await (const listing of listTag(connection, query, signal)) {
    if (!listing.done) yield listing;
    else yield (await others).reduce((all, other) => merged(all, other, limit), listing);
  }
}

/** The complete list. */
export async function readListing(pages: AsyncIterable<Listing>): Promise<Listing> {
  let last: Listing = { models: [], done: true, dropped: 0, truncated: false };
  for await (const listing of pages) last = listing;
  return last;
}

function merged(one: Listing, other: Listing, limit: number): Listing {
  const byName = new Map([...one.models, ...other.models].map((model) => [model.name, model]));
  return {
    models: [...byName.values()].sort(compareModels).slice(0, limit),
    done: true,
    dropped: one.dropped + other.dropped,
    truncated: one.truncated || other.truncated,
  };
}

/** Lists the models with one of the Hub's task tags. */
async function* listTag(
  connection: Connection,
  query: ListingQuery,
  signal?: AbortSignal,
): AsyncGenerator<Listing, void, void> {
  const limit = Math.min(Math.max(query.limit ?? MAX_MODELS, 1), MAX_MODELS);
  const { author = query.author, words = query.search } = authorIn(query);
  const pages = hubPages(withTotalDeadline(connection), signal);
  const byName = new Map<string, ListedModel>();
  let models: ListedModel[] = [];
  let mayRankHigher = true;
  const listing = (done: boolean, truncated: boolean): Listing => ({
    models: models.slice(0, limit),
    done,
    dropped: pages.dropped,
    truncated,
  });
  for await (const entry of listHubModels({
    hubUrl: connection.hubUrl,
    search: {
      task: query.task as PipelineType,
      query: words || undefined,
      owner: author,
      tags: query.filters && [...query.filters],
      inferenceProviders: query.provider ? [query.provider] : undefined,
    },
    sort: 'downloads',
    additionalFields: ['inferenceProviderMapping'],
    fetch: (url) => pages.fetch(String(url)),
  })) {
    const model = toListedModel(entry);
    if (!byName.has(model.name)) byName.set(model.name, model);
    pages.unread -= 1;
    if (pages.unread > 0) continue;
    models = [...byName.values()].sort(compareModels);
    // Pages are sorted by downloads, with ties in any order.
    const worst = models[limit - 1];
    mayRankHigher = worst === undefined || model.downloads >= worst.downloads;
    if (!mayRankHigher || !pages.hasNext) break;
    yield listing(false, false);
  }
  yield listing(true, mayRankHigher && pages.isCut);
}

/** The author before the slash of a search, and the words behind it. */
function authorIn({ author, search = '' }: ListingQuery): { author?: string; words?: string } {
  const [, named, words] = /^\s*([\w.-]+)\/(.*)$/s.exec(search) ?? [];
  return author === undefined && named !== undefined ? { author: named, words: words ?? '' } : {};
}

/** Fetches pages for the library, which would follow any `Link` and fail on bad rows. */
function hubPages(connection: Connection, signal: AbortSignal | undefined) {
  const visited: string[] = [];
  const pages = {
    /** Rows of the current page that the library has not yielded yet. */
    unread: 0,
    dropped: 0,
    hasNext: false,
    /** Whether more pages follow the last page to read. */
    isCut: false,
    async fetch(address: string): Promise<Response> {
      const previous = visited.at(-1);
      if (previous !== undefined) requireFollowable(address, previous, connection);
      // The library leaves the direction to the Hub's default.
      const url = previous === undefined ? `${address}&direction=-1` : address;
      visited.push(url);
      const { json, response } = await getJson(connection, url, signal);
      if (!Array.isArray(json)) throw new HubResponseError('expected a list of models', { url });
      const rows = json.flatMap((row: unknown) => toReadableRow(row) ?? []);
      pages.unread = rows.length;
      pages.dropped += json.length - rows.length;
      const next = nextPage(response.headers.get('link'), response.url);
      const isNew = next !== undefined && !visited.includes(next);
      pages.isCut = isNew && visited.length === MAX_PAGES;
      pages.hasNext = isNew && !pages.isCut;
      return toResponse(rows, pages.hasNext ? next : undefined);
    },
  };
  return pages;
}

/** The next page by a `Link` header (RFC 8288), resolved against the page that sent it. */
function nextPage(header: string | undefined, pageUrl: string): string | undefined {
  return attempt(() => {
    const [, next] = /<([^<>]*)>[^<]*;\s*rel="?[^",;<]*\bnext\b/i.exec(header ?? '') ?? [];
    return next === undefined ? undefined : new URL(next, pageUrl).href;
  });
}

function requireFollowable(next: string, page: string, { token }: Connection): void {
  requireNoToken(next, page, token);
  const { host, origin } = new URL(page);
  const to = new URL(next);
  if (to.origin === origin) return;
  const message = `The next page of the model list of ${host} is on ${to.host} and was not loaded`;
  throw new RedirectError(message, { url: page });
}

/** One row of a listing (specification, section 3). */
export interface ListedModel {
  readonly name: string;
  readonly downloads: number;
  readonly likes: number;
  readonly private: boolean;
  /** `false`, or how access is granted: `auto`, `manual`. */
  readonly gated: false | string;
  readonly task?: string | undefined;
  /** ISO 8601. */
  readonly updatedAt?: string | undefined;
  /** Providers that run it now. */
  readonly providers: readonly string[];
  /** Whether commands run it if no model is chosen. */
  readonly isDefault?: boolean;
}

/** A row of the Hub that @huggingface/hub can read, with a checked provider mapping; undefined without an ID. */
function toReadableRow(row: unknown): object | undefined {
  if (!isRecord(row) || typeof row['id'] !== 'string' || row['id'] === '') return undefined;
  return { ...row, inferenceProviderMapping: readProviders(row['inferenceProviderMapping']) };
}

/** Converts a row that @huggingface/hub has read. Missing counts are 0, and invalid dates are left out. */
function toListedModel(
  entry: ModelEntry & { readonly inferenceProviderMapping?: readonly ModelProvider[] },
): ListedModel {
  const { name, downloads, likes, gated, task, updatedAt } = entry;
  const live = (entry.inferenceProviderMapping ?? []).filter(isLive);
  return {
    name,
    downloads: count(downloads),
    likes: count(likes),
    private: entry.private === true,
    gated: typeof gated === 'string' ? gated : false,
    task: typeof task === 'string' ? task : undefined,
    // The library reads a missing date as 1970.
    updatedAt: updatedAt.getTime() > 0 ? updatedAt.toISOString() : undefined,
    providers: [...new Set(live.map(({ provider }) => provider))],
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/**
 * A model that may be in no listing, in the form of one.
 * @returns it under the given ID, even if the Hub has renamed it
 * @throws InputError, UnknownModelError, HubApiError, HubResponseError, and what `send` throws
 */
export async function lookUpListedModel(connection: Connection, id: string, signal?: AbortSignal) {
  const entry = await modelInfo({
    name: modelPath(id),
    hubUrl: connection.hubUrl,
    additionalFields: ['inferenceProviderMapping'],
    fetch: async (input) => {
      const url = String(input);
      const row = toReadableRow(await getModelPage(connection, id, url, signal));
      if (!row) throw new HubResponseError('expected a model', { url });
      return toResponse(row);
    },
  });
  return { ...toListedModel(entry), name: id };
}

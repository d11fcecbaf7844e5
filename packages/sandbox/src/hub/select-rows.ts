import type { ListingRow } from '../options.ts';
import type { ListingQuery, SortKey } from './listing-query.ts';

/** Names of the providers that serve a model now; the mapping may be a list or an object. */
export function liveProviders(row: ListingRow): string[] {
  const mapping = row.inferenceProviderMapping ?? [];
  const entries = Array.isArray(mapping)
    ? mapping.map((entry) => [entry.provider, entry.status] as const)
    : Object.entries(mapping).map(([provider, entry]) => [provider, entry.status] as const);
  return entries.filter(([, status]) => status === 'live').map(([provider]) => provider);
}

function matches(row: ListingRow, query: ListingQuery): boolean {
  if (query.task !== undefined && row.pipeline_tag !== query.task) return false;
  if (query.author !== undefined && !row.id.startsWith(`${query.author}/`)) return false;
  if (query.gated !== undefined && Boolean(row.gated) !== query.gated) return false;
  if (query.words.length > 0) {
    const id = row.id.toLowerCase();
    if (!query.words.every((word) => id.includes(word))) return false;
  }
  const tags = [...(row.tags ?? []), row.pipeline_tag, row.library_name];
  if (!query.filters.every((filter) => tags.includes(filter))) return false;
  if (!query.warm && query.providers.length === 0) return true;
  const live = liveProviders(row);
  if (query.warm && live.length === 0) return false;
  if (query.providers.length === 0) return true;
  return query.providers.includes('all')
    ? live.length > 0
    : query.providers.some((name) => live.includes(name));
}

function compare(left: ListingRow, right: ListingRow, key: SortKey): number {
  const [a, b] = [left[key], right[key]];
  if (typeof a === 'string' || typeof b === 'string') {
    const [x, y] = [String(a ?? ''), String(b ?? '')];
    return x < y ? -1 : Number(x > y);
  }
  return Number(a ?? 0) - Number(b ?? 0);
}

/** The rows that a query asks for, in its order: descending unless it says otherwise, ties as they were listed. */
export function selectRows(rows: readonly ListingRow[], query: ListingQuery): ListingRow[] {
  const selected = rows.filter((row) => matches(row, query));
  const { sort } = query;
  if (sort === undefined) return selected;
  const sign = query.ascending ? 1 : -1;
  return selected.sort((left, right) => sign * compare(left, right, sort));
}

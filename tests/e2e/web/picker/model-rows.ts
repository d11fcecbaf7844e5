import type { ListingRow, ProviderMapping } from '@tryout/sandbox';

/** The task whose list the tests fill; the sandbox has few models of its own for it. */
export const TASK = 'tabular-regression';

/** Who serves a model, as the Hub lists it. */
export function servedBy(id: string, ...providers: string[]): ProviderMapping[] {
  return providers.map((provider) => ({
    provider,
    hfModelId: id,
    providerId: id,
    status: 'live',
    task: TASK,
  }));
}

/** One row of the task. */
export function row(id: string, more: Partial<ListingRow> = {}): ListingRow {
  return { id, pipeline_tag: TASK, downloads: 0, likes: 0, ...more };
}

/** Rows `house/price-0001` and on, each downloaded less than the one before. */
export function manyRows(count: number): ListingRow[] {
  return Array.from({ length: count }, (_, index) =>
    row(`house/price-${String(index + 1).padStart(4, '0')}`, { downloads: 2_000_000 - index, likes: 340 }),
  );
}

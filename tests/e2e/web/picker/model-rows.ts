import type { ListingRow, ProviderMapping } from '@tryout/sandbox';

/** The task with the test's models; the sandbox has few models for it. */
export const TASK = 'tabular-regression';

/** The providers of a model in the format of the Hub. */
export function providerSummary(id: string, ...providers: string[]): ProviderMapping[] {
  return providers.map((provider) => ({
    provider,
    hfModelId: id,
    providerId: id,
    status: 'live',
    task: TASK,
  }));
}

export function row(id: string, more: Partial<ListingRow> = {}): ListingRow {
  return { id, pipeline_tag: TASK, downloads: 0, likes: 0, ...more };
}

/** Rows from `house/price-0001` on with descending downloads. */
export function manyRows(count: number): ListingRow[] {
  return Array.from({ length: count }, (_, index) =>
    row(`house/price-${String(index + 1).padStart(4, '0')}`, { downloads: 2_000_000 - index, likes: 340 }),
  );
}

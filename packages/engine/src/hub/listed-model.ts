import { liveProviders } from './providers.ts';

/** One row of a listing (specification, section 3). */
export interface ListedModel {
  /** The repository id. */
  readonly name: string;
  readonly downloads: number;
  readonly likes: number;
  readonly private: boolean;
  /** `false`, or how access is given: `auto`, `manual`. */
  readonly gated: false | string;
  readonly task?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
  /** Providers that serve it now. */
  readonly providers: readonly string[];
}

/**
 * Reads one row; undefined when it has no usable id. Missing counts are 0, unusable dates are left out. Read by hand:
 * a schema check of a thousand rows costs more than the rest of the listing.
 */
export function readListedModel(row: unknown): ListedModel | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const fields = row as Record<string, unknown>;
  const name = fields['id'] ?? fields['modelId'];
  if (typeof name !== 'string' || name === '') return undefined;
  const updatedAt = isoDate(fields['lastModified']);
  const task = fields['pipeline_tag'];
  return {
    name,
    downloads: count(fields['downloads']),
    likes: count(fields['likes']),
    private: fields['private'] === true,
    gated: typeof fields['gated'] === 'string' ? fields['gated'] : false,
    ...(typeof task === 'string' ? { task } : {}),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    providers: liveProviders(fields['inferenceProviderMapping']),
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

const isoShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function isoDate(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (isoShape.test(value)) return value;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

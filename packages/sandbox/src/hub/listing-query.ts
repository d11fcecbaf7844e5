import { HttpError } from '../server/http-error.ts';

/** What `GET /api/models` was asked for. */
export interface ListingQuery {
  task?: string;
  /** Words that must all occur in the id, in lower case. */
  words: string[];
  author?: string;
  /** Tags that must all be there. */
  filters: string[];
  warm: boolean;
  /** Providers of which one must serve the model; `all` stands for any. */
  providers: string[];
  gated?: boolean;
  sort?: SortKey;
  ascending: boolean;
}

const sortKeys = ['createdAt', 'downloads', 'id', 'lastModified', 'likes', 'trendingScore'] as const;
export type SortKey = (typeof sortKeys)[number];

const mostRows = 1000;

function readSort(parameters: URLSearchParams): SortKey | undefined {
  const asked = parameters.get('sort');
  if (asked === null) return undefined;
  const key = sortKeys.find((candidate) => candidate === asked);
  if (key === undefined)
    throw new HttpError(400, `The sort '${asked}' is not one of ${sortKeys.join(', ')}.`);
  return key;
}

function splitList(text: string | null): string[] {
  return (text ?? '').split(',').filter((part) => part !== '');
}

/**
 * Reads the filters and the order of a listing.
 * @throws HttpError 400 for a sort that the hub does not know.
 */
export function readListingQuery(parameters: URLSearchParams): ListingQuery {
  const task = parameters.get('pipeline_tag');
  const author = parameters.get('author');
  const gated = parameters.get('gated');
  const sort = readSort(parameters);
  return {
    ...(task === null ? {} : { task }),
    words: (parameters.get('search') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    ...(author === null ? {} : { author }),
    filters: parameters.getAll('filter').flatMap(splitList),
    warm: parameters.get('inference') === 'warm',
    providers: splitList(parameters.get('inference_provider')),
    ...(gated === null ? {} : { gated: gated === 'true' }),
    ...(sort === undefined ? {} : { sort }),
    ascending: parameters.get('direction') === '1',
  };
}

/**
 * Rows wanted on a page: 1000 by default and at most, as on the Hub.
 * @throws HttpError 400 for anything but a whole number from 1.
 */
export function readLimit(parameters: URLSearchParams): number {
  const text = parameters.get('limit');
  if (text === null) return mostRows;
  if (!/^[1-9]\d*$/.test(text)) throw new HttpError(400, `The limit '${text}' is not a whole number from 1.`);
  return Math.min(Number(text), mostRows);
}

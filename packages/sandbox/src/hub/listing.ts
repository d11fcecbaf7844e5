import type { ListingRow } from '../options.ts';
import { MISBEHAVES } from './registry.ts';
import { HttpError } from '../exchange/http.ts';

interface ListingPage {
  rows: ListingRow[];
  cursor: string | undefined;
}

const maxRows = 1000;
const sortKeys = ['createdAt', 'downloads', 'id', 'lastModified', 'likes', 'trendingScore'];

function splitList(text: string | null): string[] {
  return (text ?? '').split(',').filter((part) => part !== '');
}

/** Names of the providers that run a model; the mapping may be a list or an object. */
function listLiveProviders({ inferenceProviderMapping: mapping = [] }: ListingRow): string[] {
  const entries = Array.isArray(mapping)
    ? mapping
    : Object.entries(mapping).map(([provider, entry]) => ({ ...entry, provider }));
  return entries.filter(({ status }) => status === 'live').map(({ provider }) => provider);
}

function createFilter(parameters: URLSearchParams): (row: ListingRow) => boolean {
  const task = parameters.get('pipeline_tag');
  const words = (parameters.get('search') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const author = parameters.get('author');
  const gated = parameters.get('gated');
  const tags = parameters.getAll('filter').flatMap(splitList);
  const isWarm = parameters.get('inference') === 'warm';
  const providers = splitList(parameters.get('inference_provider'));
  const isSearch = words.length > 0 || author !== null || tags.length > 0;
  const hasProvider = (row: ListingRow) => {
    const live = listLiveProviders(row);
    if (providers.length === 0 || providers.includes('all')) return live.length > 0;
    return providers.some((name) => live.includes(name));
  };
  return (row) => {
    if (task !== null && row.pipeline_tag !== task) return false;
    // They would hide the other models of their task.
    if (!isSearch && row.tags?.includes(MISBEHAVES)) return false;
    if (author !== null && !row.id.startsWith(`${author}/`)) return false;
    if (gated !== null && Boolean(row.gated) !== (gated === 'true')) return false;
    const id = words.length > 0 ? row.id.toLowerCase() : '';
    if (!words.every((word) => id.includes(word))) return false;
    const rowTags = [...(row.tags ?? []), row.pipeline_tag, row.library_name];
    if (!tags.every((tag) => rowTags.includes(tag))) return false;
    return (!isWarm && providers.length === 0) || hasProvider(row);
  };
}

function compare(a: unknown, b: unknown): number {
  if (typeof a !== 'string' && typeof b !== 'string') return Number(a ?? 0) - Number(b ?? 0);
  const [left, right] = [String(a ?? ''), String(b ?? '')];
  return left < right ? -1 : Number(left > right);
}

/** The rows that match the parameters, in descending order unless `direction` is 1. */
function select(rows: readonly ListingRow[], parameters: URLSearchParams): ListingRow[] {
  const sort = parameters.get('sort');
  if (sort !== null && !sortKeys.includes(sort)) {
    throw new HttpError(400, `\`sort\` must be one of ${sortKeys.join(', ')}, not '${sort}'.`);
  }
  const matches = rows.filter(createFilter(parameters));
  const sign = parameters.get('direction') === '1' ? 1 : -1;
  return sort === null ? matches : matches.sort((left, right) => sign * compare(left[sort], right[sort]));
}

/** @throws {HttpError} 400 unless the parameter is absent or an integer of at least `min` */
function readInteger(parameters: URLSearchParams, name: string, fallback: number, min: number): number {
  const text = parameters.get(name) ?? String(fallback);
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  throw new HttpError(400, `\`${name}\` must be an integer of at least ${min}, not '${text}'.`);
}

/**
 * A page of the rows that match the parameters.
 * @throws {HttpError} 400 for invalid parameters
 */
export function listPage(rows: readonly ListingRow[], parameters: URLSearchParams): ListingPage {
  const start = readInteger(parameters, 'cursor', 0, 0);
  const end = start + Math.min(readInteger(parameters, 'limit', maxRows, 1), maxRows);
  const matches = select(rows, parameters);
  return { rows: matches.slice(start, end), cursor: end < matches.length ? String(end) : undefined };
}

const listFields =
  'likes trendingScore private downloads tags pipeline_tag library_name createdAt modelId'.split(' ');
const infoFields = [
  ...listFields,
  ...'author sha lastModified gated disabled mask_token widgetData config cardData siblings spaces transformersInfo'.split(
    ' ',
  ),
];
const otherFields =
  'downloadsAllTime gitalyUid inference inferenceProviderMapping model-index num_parameters resourceGroup safetensors'.split(
    ' ',
  );

/**
 * A row with the fields that `expand` asks for, or the Hub's default fields for a listing or a single model.
 * @throws {HttpError} 400 for a field that the Hub does not have
 */
export function expandRow(row: ListingRow, parameters: URLSearchParams, kind: 'list' | 'info'): object {
  const requestedFields = [...parameters.getAll('expand'), ...parameters.getAll('expand[]')];
  const unknown = requestedFields.find(
    (field) => !infoFields.includes(field) && !otherFields.includes(field),
  );
  if (unknown !== undefined) throw new HttpError(400, `\`expand\` does not support '${unknown}'.`);
  const fields = requestedFields.length > 0 ? requestedFields : kind === 'list' ? listFields : infoFields;
  const { _id, id } = row;
  return { _id, id, ...Object.fromEntries(fields.map((field) => [field, row[field]])) };
}

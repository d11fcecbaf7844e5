import type { ListingRow } from '../options.ts';
import { HttpError } from '../server/http-error.ts';
import { identifier } from './identifier.ts';

const listFields = [
  'likes',
  'trendingScore',
  'private',
  'downloads',
  'tags',
  'pipeline_tag',
  'library_name',
  'createdAt',
  'modelId',
];

const infoFields = [
  ...listFields,
  'author',
  'sha',
  'lastModified',
  'gated',
  'disabled',
  'mask_token',
  'widgetData',
  'config',
  'cardData',
  'siblings',
  'spaces',
  'transformersInfo',
];

const expandable: ReadonlySet<string> = new Set([
  ...infoFields,
  'downloadsAllTime',
  'gitalyUid',
  'inference',
  'inferenceProviderMapping',
  'model-index',
  'num_parameters',
  'resourceGroup',
  'safetensors',
]);

/** The fields asked for with `expand` or `expand[]`, or undefined without any. */
function readExpand(parameters: URLSearchParams): string[] | undefined {
  const asked = [...parameters.getAll('expand'), ...parameters.getAll('expand[]')];
  for (const field of asked) {
    if (!expandable.has(field)) throw new HttpError(400, `The hub cannot expand '${field}'.`);
  }
  return asked.length === 0 ? undefined : asked;
}

function pick(row: ListingRow, fields: readonly string[]): Record<string, unknown> {
  const kept = fields.filter((field) => row[field] !== undefined).map((field) => [field, row[field]]);
  return { _id: row['_id'] ?? identifier(row.id), id: row.id, ...Object.fromEntries(kept) };
}

/**
 * Rows of a listing with the fields that the request asks for, or the Hub's default ones.
 * @throws HttpError 400 for a field that the Hub does not have.
 */
export function listedRows(rows: readonly ListingRow[], parameters: URLSearchParams): unknown[] {
  const fields = readExpand(parameters) ?? listFields;
  return rows.map((row) => pick(row, fields));
}

/** The same for the description of one model, which has more default fields. */
export function describedRow(row: ListingRow, parameters: URLSearchParams): unknown {
  return pick(row, readExpand(parameters) ?? infoFields);
}

import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Exchange, Route } from '../exchange/exchange.ts';
import { HttpError, requireToken, sendBytes, sendJson } from '../exchange/http.ts';
import type { SandboxDataset } from '../options.ts';

const reviews: SandboxDataset = {
  id: 'sandbox/reviews',
  features: {
    text: { _type: 'Value', dtype: 'string' },
    label: { _type: 'ClassLabel', names: ['negative', 'positive'] },
  },
  rows: [
    ['A wonderful film with a great cast.', 1],
    ['Boring and far too long.', 0],
    ['I love this phone, the camera is excellent.', 1],
    ['The service was terrible and the food was cold.', 0],
    ['Good value, and it arrived early.', 1],
    ['It broke after a day. I hate it.', 0],
  ].map(([text, label]) => ({ text, label })),
};

/** The images of the examples; cells name files, which rows replace by signed URLs. */
async function createImages(folder: string): Promise<SandboxDataset> {
  const names = (await readdir(folder)).filter((name) => extname(name) === '.png').sort();
  const rows = names.map((name) => ({ image: name, name }));
  return {
    id: 'sandbox/images',
    features: { image: { _type: 'Image' }, name: { _type: 'Value', dtype: 'string' } },
    rows,
  };
}

const CONFIG = 'default';
const SPLIT = 'test';
const MAX_LENGTH = 100;
/** Milliseconds that a signed URL is valid. */
const LIFETIME = 60 * 60 * 1000;

/** @throws {HttpError} 404 */
async function requireDataset({ url, request, sandbox }: Exchange): Promise<SandboxDataset> {
  if (request.headers.authorization !== undefined) requireToken(request);
  const all = [reviews, await createImages(sandbox.examplesFolder), ...sandbox.datasets];
  const dataset = all.find(({ id }) => id === url.searchParams.get('dataset'));
  if (dataset) return dataset;
  throw new HttpError(404, 'The dataset does not exist, or is not accessible without authentication.');
}

/** `GET /splits?dataset=` */
async function listSplits(exchange: Exchange): Promise<void> {
  const { id } = await requireDataset(exchange);
  sendJson(exchange.response, {
    splits: [{ dataset: id, config: CONFIG, split: SPLIT }],
    pending: [],
    failed: [],
  });
}

/** @throws {HttpError} 422 */
function getInteger({ url }: Exchange, name: string, otherwise: number, max: number): number {
  const number = Number(url.searchParams.get(name) ?? otherwise);
  if (Number.isInteger(number) && number >= 0 && number <= max) return number;
  throw new HttpError(422, `Parameter '${name}' must be an integer from 0 to ${max}`);
}

/** `GET /rows?dataset=&config=&split=&offset=&length=`: at most 100 rows. */
async function sendRows(exchange: Exchange): Promise<void> {
  const { id, features, rows } = await requireDataset(exchange);
  const { url, response, sandbox } = exchange;
  if (url.searchParams.get('config') !== CONFIG || url.searchParams.get('split') !== SPLIT)
    throw new HttpError(404, `The split does not exist. ${id} has ${CONFIG}/${SPLIT}.`);
  const offset = getInteger(exchange, 'offset', 0, Number.MAX_SAFE_INTEGER);
  const length = getInteger(exchange, 'length', MAX_LENGTH, MAX_LENGTH);
  const sign = (name: unknown) => ({
    src: `${sandbox.hubUrl}/dataset-files/${encodeURIComponent(String(name))}?Expires=${Date.now() + LIFETIME}`,
  });
  const toCell = (name: string, value: unknown) =>
    features[name]?.['_type'] === 'Image' ? sign(value) : value;
  sendJson(response, {
    features: Object.entries(features).map(([name, type], index) => ({ feature_idx: index, name, type })),
    rows: rows.slice(offset, offset + length).map((row, index) => ({
      row_idx: offset + index,
      row: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toCell(name, value)])),
      truncated_cells: [],
    })),
    num_rows_total: rows.length,
    num_rows_per_page: MAX_LENGTH,
    partial: false,
  });
}

/** `GET /dataset-files/{file}?Expires=`: an image, until its URL expires. */
async function sendFile({ url, parts, response, sandbox }: Exchange): Promise<void> {
  if (!(Number(url.searchParams.get('Expires')) > Date.now()))
    throw new HttpError(403, 'Request has expired');
  const names = await readdir(sandbox.examplesFolder);
  const name = names.find((each) => each === parts.file);
  if (name === undefined) throw new HttpError(404, 'Entry not found');
  sendBytes(response, await readFile(join(sandbox.examplesFolder, name)), 'image/png');
}

/** The dataset viewer. */
export const datasetRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/splits$/, handler: listSplits },
  { method: 'GET', path: /^\/rows$/, handler: sendRows },
  { method: 'GET', path: /^\/dataset-files\/(?<file>[^/]+)$/, handler: sendFile },
];

import * as v from 'valibot';
import { HubApiError, InputError, isFailure } from '../errors/index.ts';
import { getViewerUrl, waitForServer, type Connection } from '../http/index.ts';
import {
  checkHub,
  getDatasetFileUrl,
  getHubFile,
  getJson,
  isRepositoryPath,
  isModelId,
} from '../hub/index.ts';
import { isRecord } from '../text/index.ts';
import { MediaCell, type BatchSource, type Cell, type Row } from './cells.ts';
import { isParquetFile, type RandomAccessFile } from './parquet.ts';
import { downloadFile } from './download-file.ts';
import { isRowFile, readRowFile } from './table-rows.ts';

const PREFIX = 'hf://datasets/';

export function isHubSource(text: string): boolean {
  return text.startsWith('hf://');
}

/** Reads Parquet files in this thread, or in another one that the signal ends. */
export type ReadParquetFile = (
  file: RandomAccessFile,
  name: string,
  signal?: AbortSignal,
) => AsyncIterable<Row>;

/**
 * A dataset of the Hub by `hf://datasets/ORG/NAME`, with a configuration and a split, or one of its files.
 * @throws InputError for another address
 */
export function hubSource(
  connection: Connection,
  address: string,
  readParquetFile: ReadParquetFile,
): BatchSource {
  const [org = '', name = '', ...path] = address.slice(PREFIX.length).split('/');
  const id = `${org}/${name}`;
  const [file = ''] = path.slice(-1);
  const isFile = isParquetFile(file) || isRowFile(file);
  const isPath = path.length === 0 || (isRepositoryPath(path.join('/')) && (isFile || path.length <= 2));
  if (!address.startsWith(PREFIX) || !isModelId(id) || !isPath)
    throw new InputError(`'${address}' is not a dataset of the Hub`, {
      hint: 'Use hf://datasets/ORG/NAME, with /CONFIG/SPLIT or the path of a CSV, JSON Lines or Parquet file.',
    });
  if (!isFile)
    return {
      rows: (signal, onWait) => readDataset({ ...connection, onWait }, id, path, signal),
      count: async (signal) =>
        (await fetchPage(connection, await findSplit(connection, id, path, signal), 0, 1, signal))
          .num_rows_total,
    };
  const url = getDatasetFileUrl(connection, id, path.join('/'));
  return {
    async *rows(signal) {
      if (isParquetFile(file))
        return yield* readParquetFile(await openRemoteFile(connection, url, signal), file, signal);
      const response = await getHubFile(connection, url, signal);
      yield* readRowFile(response.chunks(), file, signal);
    },
  };
}

/** Bytes of the file's end, which holds what a Parquet file contains. */
const TAIL = 512 * 1024;
const MAX_SLICE = 1024 * 1024 * 1024;

/** @throws InputError if the server does not send parts of files */
async function openRemoteFile(
  connection: Connection,
  url: string,
  signal?: AbortSignal,
): Promise<RandomAccessFile> {
  const read = async (range: string, max: number) => {
    const headers = { Range: `bytes=${range}`, 'Accept-Encoding': 'identity' };
    const response = await getHubFile(connection, url, signal, headers);
    const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
    if (response.status !== 206 || !(total > 0)) {
      await response.close();
      throw new InputError(`${new URL(url).host} does not send parts of files`, {
        hint: 'Download the file first.',
      });
    }
    return { bytes: await response.bytes(max), total };
  };
  const tail = await read(`-${TAIL}`, TAIL);
  const tailStart = tail.total - tail.bytes.length;
  return {
    byteLength: tail.total,
    async slice(start, end = tail.total) {
      if (start >= tailStart) return tail.bytes.slice(start - tailStart, end - tailStart).buffer;
      if (end - start > MAX_SLICE) throw new Error('a part is too large');
      const { bytes } = await read(`${start}-${end - 1}`, end - start);
      if (bytes.length !== end - start) throw new Error('the server sent another part than requested');
      return bytes.buffer;
    },
  };
}

/** Rows per page, the most that the viewer sends. */
const PAGE = 100;

const splitsShape = v.looseObject({
  splits: v.pipe(v.array(v.looseObject({ config: v.string(), split: v.string() })), v.minLength(1)),
});

const pageShape = v.looseObject({
  features: v.fallback(v.array(v.looseObject({ name: v.string(), type: v.unknown() })), []),
  rows: v.array(
    v.looseObject({
      row_idx: v.pipe(v.number(), v.integer()),
      row: v.record(v.string(), v.unknown()),
      truncated_cells: v.fallback(v.array(v.string()), []),
    }),
  ),
  num_rows_total: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

type Page = v.InferOutput<typeof pageShape>;

/** Attempts, and seconds between them if the viewer names none: doubled each time. */
const MAX_ATTEMPTS = 6;
const MIN_WAIT = 1;

/** JSON of the viewer, which limits its requests. @throws HubApiError, and what `send` throws */
async function getPatiently(connection: Connection, url: string, signal?: AbortSignal): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await getJson(connection, url, signal)).json;
    } catch (error) {
      if (!(error instanceof HubApiError)) throw error;
      const { status, retryAfter = MIN_WAIT * 2 ** (attempt - 1) } = error;
      if ([401, 403, 404].includes(status))
        throw Object.assign(error, {
          hint: 'The dataset may be private or gated, or have no viewer. Check its name.',
        });
      if ((status !== 429 && status < 500) || attempt === MAX_ATTEMPTS) throw error;
      await waitForServer(connection, retryAfter, error, signal);
    }
  }
}

async function fetchPage(
  connection: Connection,
  query: URLSearchParams,
  offset: number,
  length: number,
  signal?: AbortSignal,
) {
  const url = `${getViewerUrl(connection.hubUrl)}/rows?${query.toString()}&offset=${offset}&length=${length}`;
  const json = await getPatiently(connection, url, signal);
  return checkHub(pageShape, json, 'a page of rows', connection);
}

/** The configuration and the split: the named ones, else the first. @throws InputError for unknown ones */
async function findSplit(
  connection: Connection,
  id: string,
  [config, split]: readonly string[],
  signal?: AbortSignal,
) {
  const toQuery = (each: { readonly config: string; readonly split: string }) =>
    new URLSearchParams({ dataset: id, config: each.config, split: each.split });
  if (config !== undefined && split !== undefined) return toQuery({ config, split });
  const url = `${getViewerUrl(connection.hubUrl)}/splits?dataset=${encodeURIComponent(id)}`;
  const json = await getPatiently(connection, url, signal);
  const { splits } = checkHub(splitsShape, json, 'the splits of a dataset', connection);
  const first = splits.find((each) => config === undefined || each.config === config);
  if (first) return toQuery(first);
  throw new InputError(`${id} has no configuration '${config}'`, {
    hint: `Choose one of ${[...new Set(splits.map((each) => each.config))].slice(0, 10).join(', ')}.`,
  });
}

/** The rows of a dataset, in pages that are fetched when they are needed. */
async function* readDataset(
  connection: Connection,
  id: string,
  path: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<Row, void, void> {
  const query = await findSplit(connection, id, path, signal);
  let total = Infinity;
  for (let offset = 0; offset < total;) {
    const page = await fetchPage(connection, query, offset, PAGE, signal);
    total = Math.min(total, page.num_rows_total);
    const rows = page.rows.slice(0, PAGE);
    const isInOrder = rows.every(({ row_idx: index }, at) => index === offset + at);
    if (!isInOrder || (rows.length === 0 && offset < total))
      throw new InputError(
        `The dataset viewer sent other rows of ${id} than requested, at row ${offset + 1}`,
        {
          hint: 'Try again later, or use the Parquet files of the dataset.',
        },
      );
    for (const row of rows) {
      const refresh = async () => (await fetchPage(connection, query, row.row_idx, 1, signal)).rows[0]?.row;
      yield toRow(connection, page, row, refresh);
    }
    offset += rows.length;
  }
}

/** Names instead of the numbers of classes, and files instead of signed URLs. */
function toRow(
  connection: Connection,
  { features }: Page,
  { row, row_idx: index, truncated_cells: truncated }: Page['rows'][number],
  refresh: () => Promise<Record<string, unknown> | undefined>,
): Row {
  const names = new Map(features.map(({ name, type }) => [name, isRecord(type) ? type['names'] : undefined]));
  const cells = Object.entries(row).map(([column, value]): [string, Cell] => {
    const title = `${column} of row ${index + 1}`;
    const url = getUrl(value);
    if (truncated.includes(column)) return [column, truncatedCell(title)];
    if (url !== undefined)
      return [column, remoteCell(connection, title, url, async () => getUrl((await refresh())?.[column]))];
    const labels = names.get(column);
    const label: unknown = Array.isArray(labels) && typeof value === 'number' ? labels[value] : undefined;
    return [column, typeof label === 'string' ? label : (value as Cell)];
  });
  return Object.fromEntries(cells);
}

/** The URL of an image, `{src}`, or of a sound, `[{src}]`. */
function getUrl(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(first) && typeof first['src'] === 'string' ? first['src'] : undefined;
}

function truncatedCell(title: string): MediaCell {
  return new MediaCell(title, () => {
    throw new InputError(`${title} is truncated`, { hint: 'Use the Parquet files of the dataset.' });
  });
}

/** Signed URLs expire, so that a refused one is fetched again. */
function remoteCell(
  connection: Connection,
  title: string,
  url: string,
  refresh: () => Promise<string | undefined>,
): MediaCell {
  const load: MediaCell['load'] = async (kind, signal) => {
    try {
      return await downloadFile(connection, url, kind, signal, title);
    } catch (error) {
      const status = isFailure(error) ? (error as { readonly status?: number }).status : undefined;
      const fresh = status !== undefined && status < 500 ? await refresh() : undefined;
      if (fresh === undefined) throw error;
      return downloadFile(connection, fresh, kind, signal, title);
    }
  };
  return new MediaCell(title, load, true);
}

// Decodes rows of Parquet with hyparquet. JavaScript, so that threads of Node run it as it is; the build copies it.
import { flatten, parquetSchema } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { parquetPlan, prefetchAsyncBuffer } from 'hyparquet/src/plan.js';
import { assembleAsync, readRowGroup } from 'hyparquet/src/rowgroup.js';
import { getTreePath } from 'hyparquet/src/schema.js';
import { formatTimestamp, getFormat } from './parquet-values.mjs';

/** Bytes and values of a column in a row group that are decoded at the same time. */
const MAX_BYTES = 1024 * 1024 * 1024;
/** Bytes of a row group that are read before its first column is decoded. */
const MAX_PREFETCH = 64 * 1024 * 1024;
const MAX_VALUES = 64 * 1024 * 1024;
/** Bytes that a compressed byte can stand for, and some that need none. */
const maxRatios = {
  UNCOMPRESSED: 1,
  SNAPPY: 64,
  LZ4: 256,
  LZ4_RAW: 256,
  GZIP: 1100,
  ZSTD: 2 ** 16,
  BROTLI: 2 ** 22,
};
const FREE = 64;
/** Values in a byte that are not in runs. */
const VALUES_PER_BYTE = 8;

/** Types that keep their digits, where hyparquet would use `Date`. */
const parsers = {
  timestampFromMicroseconds: (time) => formatTimestamp(time, 6),
  timestampFromNanoseconds: (time) => formatTimestamp(time, 9),
};

const isAmount = (value) => Number.isInteger(value) && value >= 0;

/**
 * The pages of a column, checked before they are decoded: hyparquet allocates what their headers claim, and never ends
 * without their sizes.
 * @param budget the bytes so far, of this column or of all that are held
 * @returns the bytes up to the first that is no page
 * @throws Error for pages that claim to contain more than they can
 */
function checkPages(content, { codec, num_values: count }, rows, budget) {
  const reader = { view: new DataView(content), offset: 0 };
  let [end, bytes, values] = [0, 0, 0];
  while (reader.offset < content.byteLength - 1) {
    let page;
    try {
      page = parquetHeader(reader);
    } catch {
      break;
    }
    const { compressed_page_size: size, uncompressed_page_size: fullSize } = page;
    const head = page.data_page_header ?? page.data_page_header_v2 ?? page.dictionary_page_header;
    const { num_values: pageValues, num_rows: pageRows = 0, num_nulls: nulls = 0 } = head ?? {};
    if (![size, fullSize, pageValues, pageRows, nulls].every(isAmount)) break;
    if (reader.offset + size > content.byteLength) break;
    bytes += fullSize;
    budget.bytes += fullSize;
    values += pageValues;
    if (budget.bytes > MAX_BYTES || values > MAX_VALUES) throw new Error('it is too large');
    const most = Math.max(rows, Number(count), bytes * VALUES_PER_BYTE);
    if (fullSize > FREE + size * (maxRatios[codec] ?? 0) || values > most)
      throw new Error('its pages claim to contain more than they can');
    end = reader.offset += size;
  }
  return end < content.byteLength ? content.slice(0, end) : content;
}

/** How each column is written, by its element in the schema. Variants hold types of their own. */
function collectFormats({ element, children }, depth = 0, formats = new Map()) {
  if (element.logical_type?.type === 'VARIANT') return formats;
  const format = depth > 0 && children.length === 0 && getFormat(element, depth > 1);
  if (format) formats.set(element, format);
  for (const child of children) collectFormats(child, depth + 1, formats);
  return formats;
}

/** hyparquet returns stored values for columns without a type. */
const withoutType = (element) => ({ ...element, converted_type: undefined, logical_type: undefined });

/** Formats values, which are in lists where a column is nested. */
function formatValues(values, format) {
  return Array.from(values, (value) => {
    if (Array.isArray(value)) return formatValues(value, format);
    return value === null || value === undefined ? value : format(value);
  });
}

/**
 * Rows of one row group.
 * @returns objects of values by column; a column that cannot be decoded has the same `Error` in each row
 * @throws what reading the file throws, and the error of the first column if no column can be decoded
 */
export async function readRows({ file, metadata, compressors, rowStart, rowEnd }) {
  const tree = parquetSchema(metadata);
  const formats = collectFormats(tree);
  const schema = metadata.schema.map((element) => (formats.has(element) ? withoutType(element) : element));
  const plan = parquetPlan({ metadata: { ...metadata, schema }, rowStart, rowEnd, useOffsetIndex: true });
  const [group] = plan.groups;
  const { groupRows, selectStart, selectEnd } = group;
  const length = selectEnd - selectStart;
  const select = ({ data, skipped }) => flatten(data).slice(selectStart - skipped, selectEnd - skipped);
  const size = plan.fetches.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0);
  const source = size > MAX_PREFETCH ? file : prefetchAsyncBuffer(file, plan);
  const held = { bytes: 0 };
  let failure;

  /** One part of a column, as it is stored. */
  async function readChunk(chunk) {
    const { offsetIndex, columnMetadata } = chunk;
    const { path_in_schema: path, type } = columnMetadata;
    // Values of these types are parts of their page.
    const budget = type.endsWith('BYTE_ARRAY') ? held : { bytes: 0 };
    const slice = async (start, end) => {
      if (end - start > MAX_BYTES) throw new Error('it is too large');
      const content = await source.slice(start, end).catch((error) => {
        failure = { error };
        throw error;
      });
      return start === offsetIndex?.startByte
        ? content
        : checkPages(content, columnMetadata, groupRows, budget);
    };
    const options = { file: { slice }, compressors, parsers, utf8: false };
    const [{ data }] = readRowGroup(options, plan, { ...group, chunks: [chunk] }).asyncColumns;
    const values = select(await data);
    const format = formats.get(getTreePath(tree, path).at(-1).element);
    const formatted = format ? formatValues(values, format) : values;
    return { pathInSchema: path, data: Promise.resolve({ data: [formatted], skipped: selectStart }) };
  }

  async function readColumn(node) {
    const asyncColumns = [];
    // One after the other, since each can be large before its rows are selected.
    for (const chunk of group.chunks)
      if (chunk.columnMetadata.path_in_schema[0] === node.element.name)
        asyncColumns.push(await readChunk(chunk));
    const [column] = assembleAsync({ ...group, asyncColumns }, { children: [node] }, parsers).asyncColumns;
    const values = select(await column.data);
    if (values.length < length || values.includes(undefined)) throw new RangeError('a value is missing');
    return values;
  }

  const columns = [];
  for (const node of tree.children) {
    const values = await readColumn(node).catch((error) => {
      if (failure) throw failure.error;
      return error;
    });
    columns.push([node.element.name, values]);
  }
  if (columns.every(([, values]) => values instanceof Error)) throw columns[0][1];
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(
      columns.map(([name, values]) => [name, values instanceof Error ? values : values[row]]),
    ),
  );
}

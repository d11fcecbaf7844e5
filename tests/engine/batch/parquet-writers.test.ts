import { parquetReadObjects } from 'hyparquet';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { compressors } from 'hyparquet-compressors';
import { taskNamed, type Row } from '@tryout/engine';
import { sourceFromPath } from '@tryout/engine/node';
import { expect, test } from 'vitest';
import { toFile } from './parquet-file.ts';
import { connectionAt } from '../../support/ask.ts';
import { collect, rowsOf } from './support.ts';

const folder = new URL('./parquet-files/', import.meta.url).pathname;
const corpus = new URL('../../../../shared/corpora/parquet/', import.meta.url).pathname;
const listFiles = (path: string) =>
  existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.parquet')) : [];
const readFile = (path: string) => toFile(new Uint8Array(readFileSync(path)));
const readHere = (path: string) => collect(rowsOf(new Blob([readFileSync(path)]), path.split('/').at(-1)!));

async function readInThread(path: string): Promise<Row[]> {
  const connection = connectionAt('http://127.0.0.1:9');
  const { source } = await sourceFromPath(path, taskNamed('text-classification'), connection);
  return collect(source.rows());
}

/** A file in a row. */
const isMedia = (cell: unknown): cell is { load(kind: 'image'): Promise<unknown> } =>
  typeof cell === 'object' && cell !== null && 'load' in cell;

/** Line 3 of the table in `parquet-files/generate.mjs`. */
const thirdRow = {
  day: '2024-02-02',
  clock: '13:05:02.123456',
  moment: '1824-01-31T13:05:00.123456',
  instant: '2024-01-31T15:05:00.120000Z',
  nanoseconds: '1969-12-31T23:59:59.123456789',
  milliseconds: '2024-01-31T13:05:00',
  single: 3.1,
  price: '0.90',
  exact: '12345678901234567890.123456789',
  huge: '18446744073709551613',
  count: 4_294_967_293,
  text: 'The food was good, and the waiter number 15838 explained the menu to us twice.',
  raw: 'raw 2',
  days: ['2024-01-31', null],
  prices: { a: '1.50' },
  nested: { at: '00:00:00', share: 0.1 },
  json: '{"a": 1.10}',
  flag: true,
};
const uuid = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
const expected: Readonly<Record<string, Row>> = {
  'duckdb.snappy.parquet': { ...thirdRow, id: uuid },
  'duckdb.zstd.parquet': { ...thirdRow, id: uuid },
  // It writes the UUID as bytes.
  'arrow-rs.zstd.parquet': thirdRow,
  'hyparquet-writer.parquet': {
    text: 'waiter number 15838',
    single: 3.1,
    instant: '2024-01-31T15:05:00.120Z',
    id: uuid,
    half: 65_504,
  },
};

test.each(Object.entries(expected))('R18, R19: %s has all digits of its values', async (name, row) => {
  for (const rows of [await readInThread(folder + name), await readHere(folder + name)]) {
    expect(rows).toHaveLength(40);
    expect(rows[2]).toMatchObject(row);
    expect(rows.every(({ text }, at) => String(text).includes(`waiter number ${at * 7919}`))).toBe(true);
    for (const column of ['picture', 'image'])
      if (column in rows[2]!) expect(rows[2]![column]).toSatisfy(isMedia);
  }
});

test('R19: numbers of 16 bits have the fewest digits that mean the same', async () => {
  const rows = await readHere(`${folder}hyparquet-writer.parquet`);
  expect(rows.slice(0, 4).map(({ half }) => half)).toEqual([0.1, 1.1, 65_504, 6e-8]);
});

/** Whether a cell means what hyparquet returns, which loses digits. */
function isSame(cell: unknown, value: unknown): boolean {
  if (isMedia(cell)) return value instanceof Uint8Array;
  if (value instanceof Uint8Array) return cell === new TextDecoder().decode(value);
  if (value instanceof Date) return String(cell).startsWith(value.toISOString().slice(0, 19));
  if (typeof value === 'bigint') return String(cell) === String(value);
  if (typeof value === 'number' && Number.isFinite(value))
    return Math.abs(Number(cell) - value) <= Math.abs(value) * (typeof cell === 'string' ? 0 : 1e-3);
  if (typeof value === 'number') return cell === (Number.isNaN(value) ? null : String(value));
  if (typeof value !== 'object' || value === null) return cell === value;
  return Object.entries(value).every(([key, part]) => isSame((cell as Record<string, unknown>)[key], part));
}

/** What the files are about. */
const damaged = new Set(['nation.dict-malformed.parquet']);
/** A value of 2 GB. */
const large = 'large_string_map.brotli.parquet';

const readable = listFiles(corpus).filter((name) => name !== large);
test.runIf(readable.length > 0)(
  'R17: the files of parquet-testing have the values of hyparquet',
  { tags: ['nightly'] },
  async () => {
    for (const name of readable) {
      const rows = await readHere(corpus + name);
      if (damaged.has(name)) continue;
      const values = await parquetReadObjects({ file: readFile(corpus + name), compressors, utf8: false });
      expect(rows, name).toHaveLength(values.length);
      const other = rows.flatMap((row, at) =>
        Object.entries(values[at]!).flatMap(([column, value]) =>
          isSame(row[column], value) ? [] : [`row ${at + 1}, ${column}: ${String(row[column])}`],
        ),
      );
      expect(other, name).toEqual([]);
    }
  },
);

test.each(['duckdb.zstd.parquet', 'arrow-rs.zstd.parquet'])(
  'R18: a column of an unsupported type matters only to rows that need it: %s',
  async (name) => {
    const [row] = await readInThread(folder + name);
    expect(row).toMatchObject({ price: '-1.10' });
    const cell = row?.['span'];
    const load = async () => (isMedia(cell) ? cell.load('image') : undefined);
    await expect(load()).rejects.toMatchObject({
      outcome: 'input',
      message: `Could not read column span of ${name} row 1: parquet interval not supported`,
    });
  },
);

test.runIf(readable.length > 0)('a damaged column fails only the rows that need it', async () => {
  const name = 'nation.dict-malformed.parquet';
  const rows = await readHere(corpus + name);
  expect(rows[3]).toMatchObject({ nation_key: 3, region_key: 1 });
});

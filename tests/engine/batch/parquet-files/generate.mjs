// Writes the files of this folder, with writers that are not dependencies of the project:
//   npm install --no-save @duckdb/node-api parquet-wasm hyparquet-writer
//   node tests/engine/batch/parquet-files/generate.mjs
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readFile, writeFile } from 'node:fs/promises';
import { Compression, readParquet, writeParquet, WriterPropertiesBuilder } from 'parquet-wasm/node';

const folder = new URL('./', import.meta.url).pathname;
const query = `
  select
    DATE '2024-01-31' + (i::integer) as day,
    TIME '13:05:00.123456' + i * INTERVAL 1 SECOND as clock,
    TIMESTAMP '2024-01-31 13:05:00.123456' - i * INTERVAL 100 YEAR as moment,
    TIMESTAMPTZ '2024-01-31 13:05:00.120000+00' + i * INTERVAL 1 HOUR as instant,
    (TIMESTAMP_NS '1969-12-31 23:59:59.123456789') as nanoseconds,
    (TIMESTAMP_MS '2024-01-31 13:05:00') as milliseconds,
    (1.1 + i)::FLOAT as single,
    (-1.10 + i)::DECIMAL(9, 2) as price,
    12345678901234567890.123456789::DECIMAL(38, 9) as exact,
    (18446744073709551615 - i)::UBIGINT as huge,
    (4294967295 - i)::UINTEGER as count,
    '6f9619ff-8b86-d011-b42d-00cf4fc964ff'::UUID as id,
    'The food was good, and the waiter number ' || (i * 7919) || ' explained the menu to us twice.' as text,
    ('raw ' || i)::BLOB as raw,
    '\\xFF\\xD8\\xFF'::BLOB as picture,
    [DATE '2024-01-31', NULL] as days,
    MAP { 'a': 1.50::DECIMAL(4, 2) } as prices,
    { 'bytes': '\\x89PNG'::BLOB, 'path': 'a.png' } as image,
    { 'at': TIME '00:00:00', 'share': 0.1::FLOAT } as nested,
    '{"a": 1.10}'::JSON as json,
    INTERVAL 1 DAY as span,
    case when i % 3 = 0 then null else i % 2 = 0 end as flag
  from range(40) t(i)`;

const connection = await (await DuckDBInstance.create()).connect();
await connection.run("set TimeZone = 'UTC'");
for (const codec of ['snappy', 'zstd'])
  await connection.run(
    `copy (${query}) to '${folder}duckdb.${codec}.parquet' (format parquet, compression ${codec})`,
  );

{
  const table = readParquet(await readFile(`${folder}duckdb.snappy.parquet`));
  const properties = new WriterPropertiesBuilder().setCompression(Compression.ZSTD).build();
  await writeFile(`${folder}arrow-rs.zstd.parquet`, writeParquet(table, properties));
}

const rows = Array.from({ length: 40 }, (_, i) => i);
const columnData = [
  { name: 'text', data: rows.map((i) => `waiter number ${i * 7919}`), type: 'STRING' },
  { name: 'single', data: rows.map((i) => Math.fround(1.1 + i)), type: 'FLOAT' },
  {
    name: 'instant',
    data: rows.map((i) => new Date(Date.UTC(2024, 0, 31, 13 + i, 5, 0, 120))),
    type: 'TIMESTAMP',
  },
  { name: 'id', data: rows.map(() => '6f9619ff-8b86-d011-b42d-00cf4fc964ff'), type: 'UUID' },
  { name: 'half', data: rows.map((i) => [0.1, 1.1, 65504, 5.9604645e-8][i % 4]), type: 'FLOAT16' },
];
await writeFile(`${folder}hyparquet-writer.parquet`, Buffer.from(parquetWriteBuffer({ columnData })));

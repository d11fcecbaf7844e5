import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';

/** Runs a table as a file, or as an argument if there is no file name. */
async function runTable(content: string | Buffer, file?: string) {
  const server = await serve(answerJson([0]));
  const folder = temporaryFolder();
  if (file !== undefined) writeFileSync(join(folder, file), content);
  const words = ['run', 'tabular-regression', file ?? String(content), '--endpoint-url', server.url];
  const { code, stderr } = await cliInProcess(words, { folder });
  const [sent] = server.received.map(({ body }) => body.toString());
  return { code, stderr, sent };
}

const body = (columns: string) => `{"inputs":{"data":${columns}}}`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each<[string, string, string | Buffer, string]>([
  ["Excel's line", 'a.csv', 'sep=;\r\nx;y\r\n1,5;2\r\n', '{"x":["1,5"],"y":["2"]}'],
  ["Excel's line in quotes", 'a.csv', '\ufeff"sep=,"\nx,y\n1,2;3\n', '{"x":["1"],"y":["2;3"]}'],
  ["Excel's line in UTF-16", 'a.csv', utf16('SEP=\t\r\nx\ty\r\n1\t2\r\n'), '{"x":["1"],"y":["2"]}'],
  ["Excel's line with an escape", 'a.csv', 'sep=\\t\nx\ty\n1\t2\n', '{"x":["1"],"y":["2"]}'],
  ["Excel's line with a colon", 'a.csv', 'sep=:\nx:y\n1:2\n', '{"x":["1"],"y":["2"]}'],
  ['pipes', 'a.txt', 'x|y, z\n1|2\n', '{"x":["1"],"y, z":["2"]}'],
  ['an index without a name', 'a.csv', ',x\n0,1.10\n1,007\n', '{"":["0","1"],"x":["1.10","007"]}'],
  ['empty cells of one column', 'a.csv', 'x\n1\n\n""\n2\n', '{"x":["1","","","2"]}'],
  [
    'split',
    'a.json',
    '{"columns":["x","y"],"index":[0,1],"data":[[1.10,2],[3,null]]}',
    '{"x":["1.10","3"],"y":["2",""]}',
  ],
  ['split without an index', 'a.json', '{"columns":["x"],"data":[[-0]]}', '{"x":["-0"]}'],
  [
    'records',
    'a.json',
    '[{"x":1e400,"y":true},{"x":0.1e-7,"y":[1.0]}]',
    '{"x":["1e400","0.1e-7"],"y":["true","[1.0]"]}',
  ],
  ['index', 'a.json', '{"0":{"x":12345678901234567890},"1":{"x":2}}', '{"x":["12345678901234567890","2"]}'],
  ['columns', 'a.json', '{"x":{"0":1.0,"1":2},"y":{"0":"a","1":"b"}}', '{"x":["1.0","2"],"y":["a","b"]}'],
  [
    'table',
    'a.json',
    '{"schema":{"fields":[{"name":"index"},{"name":"x"}],"primaryKey":["index"]},"data":[{"index":0,"x":1.50}]}',
    '{"x":["1.50"]}',
  ],
  [
    'JSON Lines',
    'a.jsonl',
    '{"x":1.0,"y":"a"}\r\n\r\n{"x":2e3,"y":"b"}\r\n',
    '{"x":["1.0","2e3"],"y":["a","b"]}',
  ],
  ['one JSON line', 'a.ndjson', '{"x":1.0}', '{"x":["1.0"]}'],
])('R11: sends a table of %s as written', async (_name, file, content, columns) => {
  expect(await runTable(content, file)).toEqual({ code: 0, stderr: '', sent: body(columns) });
});

test.each<[string, string, string]>([
  ['a.csv', 'a;b,c\n1;2,3\n', 'its separator could be ; or ,\nhint: Add a first line that names it: sep=;'],
  ['a.csv', 'a|b,c\n1|2,3\n', 'its separator could be , or |'],
  ['a.csv', 'sep=;;\nx;y\n1;2\n', 'its first line names no separator'],
  ['a.md', '| x | y |\n|---|:-:|\n| 1 | 2 |\n', 'it is a Markdown table'],
  ['a.csv', 'x,,\n1,2,3\n', "two columns are named ''"],
  ['a.csv', 'sep=;\nx;y\n1;2;3\n', 'row 2 has 3 cells, not 2'],
  ['a.json', '[[1,2],[3,4]]', 'its rows have no column names'],
  ['a.json', '{"x":["1"],"x":["2"]}', "two columns are named 'x'"],
  ['a.json', '[{"x":1,"x":2}]', "row 1 has two cells named 'x'"],
  ['a.json', '{"columns":["x","x"],"data":[[1,2]]}', "two columns are named 'x'"],
  ['a.json', '{"columns":["x","y"],"data":[[1,2],[3]]}', 'row 2 has 1 cell, not 2'],
  [
    'a.json',
    '{"columns":["x"],"index":["Oslo"],"data":[[1]]}',
    'its rows have labels\nhint: In pandas, call reset_index()',
  ],
  ['a.json', '{"x":{"7":1},"y":{"7":2}}', 'its rows have labels'],
  ['a.json', '{"0":{"0":1},"1":{"0":2}}', 'its keys could be rows or columns'],
  ['a.json', '{"x":{"0":1,"1":2},"y":{"0":3}}', 'its columns differ in length'],
  ['a.json', '{"data":[{"x":1},{"x":2}]}', "'data' could be a column or the table itself"],
])('R11: refuses %s of %j', async (file, content, problem) => {
  const { code, stderr, sent } = await runTable(content, file);
  expect({ code, sent }).toEqual({ code: 2, sent: undefined });
  expect(stderr).toContain(`error: ${file} is not a table: ${problem}`);
});

test('R11: refuses a table of too many cells before it is created', async () => {
  const rows = Array.from({ length: 3000 }, (_, row) => `{"${row}":1}`);
  const { code, stderr } = await runTable(`[${rows.join()}]`, 'sparse.json');
  expect([code, stderr.split('\n')[0]]).toEqual([2, 'error: sparse.json contains too many values']);
});

test.each([
  ['{"speed":[10.0]}', '{"speed":["10.0"]}'],
  [' [{"speed":10},{"speed":2}]', '{"speed":["10","2"]}'],
  ['{"columns":["speed"],"data":[[1]]}', '{"speed":["1"]}'],
])('T11: the argument %s is the table', async (word, columns) => {
  expect(await runTable(word)).toEqual({ code: 0, stderr: '', sent: body(columns) });
});

test('T11: an invalid inline table is reported as JSON, not as a missing file', async () => {
  const { code, stderr } = await runTable('{"speed":[10}');
  expect([code, stderr.split('\n')[0]]).toEqual([2, 'error: Input is not valid JSON: line 1, column 13']);
});

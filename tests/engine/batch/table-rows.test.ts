import { isRowFile, whyBroken } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { collect, fileInPieces, readTable as read, rowsOf } from './support.ts';

test.each(['x.constructor', 'x.toString', 'x.valueOf', 'x.hasOwnProperty', 'x.isPrototypeOf', 'x.tables'])(
  'X42: %s is not a table',
  (name) => expect(isRowFile(name)).toBe(false),
);

test.each(['constructor', '__proto__', '__defineGetter__', 'toString'])(
  'X42: %s is a column',
  async (name) => {
    for (const [text, file] of [
      [`${name},b\n1,2\n`, 'x.csv'],
      [`{"${name}":"1","b":"2"}\n`, 'x.jsonl'],
    ] as const) {
      const [row] = await read(text, file);
      expect(Object.entries(row!)).toEqual([
        [name, '1'],
        ['b', '2'],
      ]);
    }
  },
);

describe('rows of tables that arrive in pieces', () => {
  const quoted = 'text,label\r\n"one, ""two""\nthree",a\r\n5" disk,b\r\nü,c\r\n';
  const rows = [
    { text: 'one, "two"\nthree', label: 'a' },
    { text: '5" disk', label: 'b' },
    { text: 'ü', label: 'c' },
  ];

  test.each([1, 2, 3, 7, 1000])('CSV with quotes and line breaks, in pieces of %i bytes', async (size) => {
    expect(await read(quoted, 'a.csv', size)).toEqual(rows);
  });

  test('a table longer than one piece has all rows, once', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `"row ${index}\nof ""many""",${index}`);
    const parsed = await read(`text,n\n${lines.join('\n')}\n`, 'a.csv', 10_000);
    expect(parsed).toHaveLength(30_000);
    expect(
      parsed.every(({ text, n }, index) => text === `row ${index}\nof "many"` && n === String(index)),
    ).toBe(true);
  });

  test.each([
    ['tabs', 'a\tb\n1\t2\n', 'x.tsv'],
    ['semicolons', 'a;b\n1;2\n', 'x.csv'],
    ['a declared separator', 'sep=|\na|b\n1|2\n', 'x.csv'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, ...Buffer.from('a,b\n1,2\n', 'utf16le')]), 'x.csv'],
    ['a byte order mark', '\ufeffa,b\n1,2', 'x.csv'],
    ['JSON Lines', '{"a":"1","b":"2"}\n\n', 'x.jsonl'],
  ])('%s', async (_name, text, name) => {
    expect(await read(text, name, 3)).toEqual([{ a: '1', b: '2' }]);
  });

  test.each([
    ['a row with more cells', 'a,b\n1,2\n1,2,3\n', 'x.csv', /row 2 has 3 cells/],
    ['a quote that is not closed', 'a,b\n1,"2\n', 'x.csv', /quote is not closed/],
    ['two columns of one name', 'a,a\n1,2\n', 'x.csv', /two columns/],
    ['an ambiguous separator', 'a,b;c\n1,2;3\n', 'x.csv', /separator could be/],
    ['binary data', new Uint8Array([0x61, 0x2c, 0xff, 0xff, 0x0a]), 'x.csv', /not a text file/],
    ['JSON Lines without an object', '{"a":\n\n[2]', 'x.jsonl', /Line 1/],
    ['much before the first object', `${'x\n'.repeat(11)}{}`, 'x.jsonl', /Line 1/],
    ['a list in JSON Lines', '[1]\n', 'x.jsonl', /Line 1/],
    ['deep JSON', `{"a":${'['.repeat(500)}${']'.repeat(500)}}\n`, 'x.jsonl', /Line 1/],
  ])('refuses %s', async (_name, text, name, message) => {
    await expect(read(text, name)).rejects.toThrow(message);
  });

  test('D17: broken lines of JSON Lines are rows that say why', async () => {
    const rows = await read('[1]\n{"a":1}\n\n{"a":', 'x.jsonl');
    expect(rows).toEqual([{ line: '[1]' }, { a: 1 }, { line: '{"a":' }]);
    expect(rows.map((row) => whyBroken(row)?.message)).toEqual([
      'Line 1 of x.jsonl is not a JSON object',
      undefined,
      'Line 4 of x.jsonl is not a JSON object',
    ]);
  });

  test('a cell of endless length is refused, and an endless table is read row by row', async () => {
    function* endless(piece: string) {
      for (;;) yield new TextEncoder().encode(piece);
    }
    const long = collect(rowsOf(fileInPieces(endless(`"${'x'.repeat(1024 * 1024)}`)), 'x.jsonl'));
    await expect(long).rejects.toThrow(/too large/);
    let count = 0;
    for await (const _row of rowsOf(fileInPieces(endless('1,2\n'.repeat(1000))), 'x.csv'))
      if (++count === 50_000) break;
    expect(count).toBe(50_000);
  });
});

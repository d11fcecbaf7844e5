import { describe, expect, test } from 'vitest';
import { decodeJsonField, parseJson, parseJsonField, splitCells } from '@tryout/engine';
import { connectionAt, rejection, requestFor } from '../../support/ask.ts';

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

describe('invalid JSON is reported with its position', () => {
  const broken: [string, string][] = [
    ['#!/usr/bin/env node', 'line 1, column 1'],
    ['{"a": 1,}', 'line 1, column 9'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
    ["{'a': 1}", 'line 1, column 2'],
    ['{"a": [1, 2', 'unexpected end of input'],
    ['{"a": "long text', 'line 1, column 7'],
    ['[1] 2', 'line 1, column 5'],
    ['', 'the input is empty'],
    ['  \n', 'the input is empty'],
  ];

  test.each(broken)('%j', (text, place) => {
    expect(messageOf(() => parseJson(text, 'table.json'))).toBe(`table.json is not valid JSON: ${place}`);
  });
});

describe('JSON that cannot be sent unchanged', () => {
  const deep = '['.repeat(101) + ']'.repeat(101);

  test.each([
    [deep, 'it is nested too deeply'],
    ['{"a":[1,1e400]}', 'it contains a number that is too large'],
  ])('%j', async (text, message) => {
    expect(messageOf(() => parseJson(text, 'it'))).toBe(message);
    const endpoint = { endpointUrl: 'https://e.test/' };
    const asked = requestFor(
      connectionAt('https://e.test'),
      'fill-mask',
      endpoint,
      { text: 'ham' },
      { parameters: { it: text } },
    );
    expect((await rejection(asked)).message).toBe(message);
  });

  test('accepts the maximum depth', () => {
    const text = '['.repeat(100) + ']'.repeat(100);
    expect(JSON.stringify(parseJson(text, 'it'))).toBe(text);
  });
});

describe('X14: values are counted before they are parsed', () => {
  test.each([
    ['JSON', `[${'"",'.repeat(1_100_000)}""]`],
    ['CSV', 'a,b\n'.repeat(600_000)],
    ['TSV', `${'\t'.repeat(1_100_000)}\n`],
    [
      'JSON of rows with other columns each',
      JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ [n]: '' }))),
    ],
  ])('%s', (_name, text) => {
    expect(messageOf(() => parseJsonField(text, 'table.csv'))).toBe('table.csv contains too many values');
  });

  test('brackets that are never closed are an error of the syntax', () => {
    const message = messageOf(() => parseJson('['.repeat(900_000), 'it'));
    expect(message).toBe('it is not valid JSON: it is nested too deeply');
  });
});

describe('tables', () => {
  test('S9: cells become strings, null an empty string', () => {
    expect(parseJsonField('{"name":["a","b"],"stars":[1,null]}', 'it')).toEqual({
      name: ['a', 'b'],
      stars: ['1', ''],
    });
  });

  test('rows become columns with empty strings for missing cells', () => {
    expect(parseJsonField('[{"a":1},{"a":2,"b":"x"}]', 'it')).toEqual({ a: ['1', '2'], b: ['', 'x'] });
  });

  test.each(['7', 'null', '[]', '{}', '[1, 2]', '{"a": "text"}'])('%s is not a table', (text) => {
    expect(messageOf(() => parseJsonField(text, 'it'))).toContain('it is not a table');
  });

  test('reports columns of different lengths', () => {
    expect(messageOf(() => parseJsonField('{"a":["1"],"b":[]}', 'it'))).toBe(
      'it is not a table: its columns differ in length',
    );
  });
});

describe('C7: a table is detected from its text', () => {
  const table = { city: ['Paris, France', 'Rome'], note: ['two\nlines', 'say "hi"'] };
  const quoted = [
    ['city', 'note'],
    ['"Paris, France"', '"two\nlines"'],
    ['Rome', '"say ""hi"""'],
  ];
  const join = (separator: string, end: string) => quoted.map((row) => row.join(separator) + end).join('');

  test.each([
    ['CSV', join(',', '\n')],
    ['CSV with CRLF and blank lines', `\r\n${join(',', '\r\n')}\r\n`],
    ['semicolons', join(';', '\n')],
    ['TSV', join('\t', '\n').trimEnd()],
    ['JSON', ` ${JSON.stringify(table)}`],
    ['trailing separators', join(',', ',\n')],
  ])('%s', (_format, text) => {
    expect(parseJsonField(text, 'cities')).toEqual(table);
  });

  test('C7: a semicolon in a column name does not separate', () => {
    expect(parseJsonField('name,notes (a; b)\nOslo,1', 'cities')).toEqual({
      name: ['Oslo'],
      'notes (a; b)': ['1'],
    });
  });

  test('a byte order mark, decimal commas, empty cells and columns without a name', () => {
    const bytes = new TextEncoder().encode('\ufeff;speed;unit\n0;1,5;\n1;;m/s\n');
    expect(decodeJsonField(bytes, 'speeds.csv')).toEqual({
      '': ['0', '1'],
      speed: ['1,5', ''],
      unit: ['', 'm/s'],
    });
  });

  test('one column needs the name of a table', () => {
    expect(parseJsonField('speed\n10\n20\n', 'speeds.csv')).toEqual({ speed: ['10', '20'] });
    expect(messageOf(() => parseJsonField('Dear Ann\nI, too\n', 'letter.txt'))).toBe(
      'letter.txt is not a table',
    );
    expect(messageOf(() => parseJsonField('Report\na,b\n1,2\n', 'titled.csv'))).toBe(
      'titled.csv is not a table: row 2 has 2 cells, not 1',
    );
  });

  test.each([
    ['a,b\n1,2\n3\n', 'it is not a table: row 3 has 1 cell, not 2'],
    ['a\tb\n1\t2\t3\n', 'it is not a table: row 2 has 3 cells, not 2'],
    ['a,b\n"1,2\n3,4\n', 'it is not a table: a quote is not closed'],
    ['a,b\n', 'it is not a table: it has no rows below its column names'],
    ['a,a\n1,2\n', "it is not a table: two columns are named 'a'"],
    ['{"a": [1,]}', 'it is not valid JSON: line 1, column 10'],
    [' ', 'it is not a table'],
  ])('%j: %s', (text, message) => {
    expect(messageOf(() => parseJsonField(text, 'it'))).toBe(message);
  });

  test('W14: a spreadsheet is rejected with the accepted formats', () => {
    const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0);
    expect(() => decodeJsonField(zip, 'cities.xlsx')).toThrow(
      expect.objectContaining({
        message: 'cities.xlsx is not a text file',
        hint: 'Use JSON, CSV or TSV in UTF-8. Export spreadsheets as CSV.',
      }),
    );
  });
});

describe('copied cells', () => {
  test('of a spreadsheet are separated by tabs, with line breaks and quotes', () => {
    expect(splitCells('a\tb\r\n"two\nlines"\t"say ""hi"""\r\n')).toEqual([
      ['a', 'b'],
      ['two\nlines', 'say "hi"'],
    ]);
    expect(splitCells('a\tb\nc')).toEqual([['a', 'b'], ['c']]);
  });

  test('are separated by commas or semicolons if all lines have as many', () => {
    expect(splitCells('name,size\n"a, b",2')).toEqual([
      ['name', 'size'],
      ['a, b', '2'],
    ]);
    expect(splitCells('1,5;2,5\n3;4')).toEqual([
      ['1,5', '2,5'],
      ['3', '4'],
    ]);
  });

  test('are lines otherwise; a single line is text', () => {
    expect(splitCells('one, two\nthree')).toEqual([['one, two'], ['three']]);
    expect(splitCells('one\n\n"two"')).toEqual([['one'], [''], ['"two"']]);
    expect(splitCells('Bergen, Norway')).toBeUndefined();
    expect(splitCells('Bergen\n')).toBeUndefined();
  });
});

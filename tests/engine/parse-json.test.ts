import { describe, expect, test } from 'vitest';
import { parseJson, parseParameters, parseTable } from '@tryout/engine';

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
  ])('%j', (text, message) => {
    expect(messageOf(() => parseJson(text, 'it'))).toBe(message);
    expect(messageOf(() => parseParameters([], { it: text }))).toBe(message);
  });

  test('accepts the maximum depth', () => {
    const text = '['.repeat(100) + ']'.repeat(100);
    expect(JSON.stringify(parseJson(text, 'it'))).toBe(text);
  });
});

describe('tables', () => {
  test('S9: cells become strings, null an empty string', () => {
    expect(parseTable({ name: ['a', 'b'], stars: [1, null] }, 'it')).toEqual({
      name: ['a', 'b'],
      stars: ['1', ''],
    });
  });

  test('rows become columns with empty strings for missing cells', () => {
    expect(parseTable([{ a: 1 }, { a: 2, b: 'x' }], 'it')).toEqual({ a: ['1', '2'], b: ['', 'x'] });
  });

  test.each([[7], [null], [[]], [{}], [[1, 2]], [{ a: 'text' }]])('%j is not a table', (value) => {
    expect(messageOf(() => parseTable(value, 'it'))).toContain('it is not a table');
  });

  test('reports columns of different lengths', () => {
    expect(messageOf(() => parseTable({ a: ['1'], b: [] }, 'it'))).toBe(
      'it is not a table: its columns differ in length',
    );
  });
});

import { describe, expect, test } from 'vitest';
import {
  type Column,
  getColumns,
  getFreeName,
  createTable,
  toTable,
  withCells,
  withoutRow,
} from '../../../packages/web/src/fields/json/table.ts';

const cities: readonly Column[] = [
  { name: 'City', cells: ['Bergen', 'Porto'] },
  { name: 'River', cells: ['', 'Douro'] },
];

describe('columns', () => {
  test('convert to the value and back', () => {
    expect(toTable(cities)).toEqual({ City: ['Bergen', 'Porto'], River: ['', 'Douro'] });
    expect(getColumns(toTable(cities))).toEqual(cities);
  });

  test('have no value while a name is missing or duplicate', () => {
    expect(() => toTable(withCells(cities, -1, 1, [['']]))).toThrow('Column 2 has no name');
    expect(() => toTable(withCells(cities, -1, 1, [['City']]))).toThrow('Two columns are named City');
    expect(toTable([])).toBeUndefined();
  });

  test('may be named like JavaScript object properties', () => {
    const table = toTable(withCells(cities, -1, 0, [['__proto__']]))!;
    expect(JSON.stringify(table)).toBe('{"__proto__":["Bergen","Porto"],"River":["","Douro"]}');
    expect(getColumns(JSON.parse(JSON.stringify(table)))?.map(({ name }) => name)).toEqual([
      '__proto__',
      'River',
    ]);
  });

  test('are not read from other JSON', () => {
    for (const value of [undefined, 1, ['a'], { a: 'b' }, { a: [1] }])
      expect(getColumns(value)).toBeUndefined();
  });

  test('get unused names', () => {
    expect(getFreeName(createTable())).toBe('Column 3');
    expect(getFreeName(withCells(createTable(), -1, 0, [['Column 3']]))).toBe('Column 4');
  });
});

describe('a table', () => {
  test('changes a single cell without mutation', () => {
    const changed = withCells(cities, 0, 1, [['Vågen']]);
    expect(changed[1]?.cells).toEqual(['Vågen', 'Douro']);
    expect(cities[1]?.cells).toEqual(['', 'Douro']);
  });

  test('adds and removes rows and columns', () => {
    expect(withCells(cities, 2, 0, [['']]).map(({ cells }) => cells.length)).toEqual([3, 3]);
    expect(withoutRow(cities, 0)).toEqual([
      { name: 'City', cells: ['Porto'] },
      { name: 'River', cells: ['Douro'] },
    ]);
    expect(withCells(cities, -1, 2, [['New']])[2]).toEqual({ name: 'New', cells: ['', ''] });
  });

  test('accepts pasted cells beyond its edges and keeps the others', () => {
    const pasted = withCells(cities, 1, 1, [['Ribeira', 'Portugal'], ['Mur']]);
    expect(pasted).toEqual([
      { name: 'City', cells: ['Bergen', 'Porto', ''] },
      { name: 'River', cells: ['', 'Ribeira', 'Mur'] },
      { name: 'Column 3', cells: ['', 'Portugal', ''] },
    ]);
  });
});

test('pasting into a header sets the column names and the rows below', () => {
  const pasted = [
    ['Town', 'Country'],
    ['Graz', 'Austria'],
  ];
  expect(withCells(cities, -1, 1, pasted)).toEqual([
    { name: 'City', cells: ['Bergen', 'Porto'] },
    { name: 'Town', cells: ['Graz', 'Douro'] },
    { name: 'Country', cells: ['Austria', ''] },
  ]);
  expect(withCells(cities, -1, 0, [['Town']])[0]).toEqual({ name: 'Town', cells: ['Bergen', 'Porto'] });
});

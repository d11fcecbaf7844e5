import type { JsonField } from '@tryout/engine';
import { expect, test } from 'vitest';
import {
  draftError,
  parseColumns,
  parseText,
  shownColumns,
  shownText,
} from '../../../packages/web/src/fields/json/json-draft.ts';

const table: JsonField = { kind: 'json', label: 'Input - Table' };

test('errors in JSON have a position', () => {
  expect(parseText(table, '[{"a": 1}, {"a": true}]').value).toEqual({ a: ['1', 'true'] });
  const broken = parseText(table, '{\n  "a": [1,]\n}');
  expect(broken.value).toBeUndefined();
  expect(String(broken.error)).toContain('Input - Table is not valid JSON: line 2, column 11');
  expect(String(parseText(table, '[1]').error)).toContain('Input - Table is not a table');
  expect(String(parseText(table, '[1e400]').error)).toContain('number that is too large');
});

test('an empty field has no error', () => {
  expect(parseText(table, ' \n')).toEqual({ value: undefined });
  expect(draftError(table, undefined)).toBeUndefined();
});

test('shows the typed text, otherwise the formatted value with visible control characters', () => {
  expect(shownText({ text: '{ ' }, undefined)).toBe('{ ');
  expect(shownText(undefined, { a: ['\u202e'] })).toBe('{\n  "a": [\n    "\\u202e"\n  ]\n}');
  expect(shownText(undefined, undefined)).toBe('');
});

test('shows edited columns instead of those of the value', () => {
  const edited = [{ name: '', cells: ['x'] }];
  expect(shownColumns({ columns: edited }, undefined)).toBe(edited);
  expect(shownColumns(undefined, { a: ['x'] })).toEqual([{ name: 'a', cells: ['x'] }]);
  expect(parseColumns(edited).value).toBeUndefined();
  expect(String(draftError(table, { columns: edited }))).toContain('Column 1 has no name');
});

import type { JsonField } from '@tryout/engine';
import { expect, test } from 'vitest';
import { parseDraft, getText } from '../../../packages/web/src/fields/json/use-json-field.ts';

const table: JsonField = { kind: 'json', label: 'Input - Table' };

test('errors in JSON have a position', () => {
  expect(parseDraft(table, { text: '[{"a": 1}, {"a": true}]' }).value).toEqual({ a: ['1', 'true'] });
  const broken = parseDraft(table, { text: '{\n  "a": [1,]\n}' });
  expect(broken.value).toBeUndefined();
  expect(String(broken.error)).toContain('Input - Table is not valid JSON: line 2, column 11');
  expect(String(parseDraft(table, { text: '[1]' }).error)).toContain('Input - Table is not a table');
  expect(parseDraft(table, { text: '[{"a": 1e400}]' }).value).toEqual({ a: ['1e400'] });
});

test('an empty field has no error', () => {
  expect(parseDraft(table, { text: ' \n' })).toEqual({ value: undefined });
  expect(parseDraft(table, undefined).error).toBeUndefined();
});

test('shows the typed text, otherwise the formatted value with visible control characters', () => {
  expect(getText(undefined, { text: '{ ' })).toBe('{ ');
  expect(getText({ a: ['\u202e'] }, undefined)).toBe('{\n  "a": [\n    "\\u202e"\n  ]\n}');
  expect(getText(undefined, undefined)).toBe('');
});

test('columns with a missing name have an error', () => {
  const { value, error } = parseDraft(table, { columns: [{ name: '', cells: ['x'] }] });
  expect(value).toBeUndefined();
  expect(String(error)).toContain('Column 1 has no name');
});

import { describe, expect, test } from 'vitest';
import { pageOf, rowsPerPage } from '../../../packages/web/src/fields/json/grid-actions.tsx';
import { type GridKey, nextCell } from '../../../packages/web/src/fields/json/grid-cell.tsx';
import { afterEnter, withLines } from '../../../packages/web/src/fields/list-field.tsx';
import { type NumberLimits, stepped } from '../../../packages/web/src/fields/typed/typed-input.tsx';

describe('grid', () => {
  const at = { row: 2, column: 1 };
  const inside = (key: string): GridKey => ({ key, isAtStart: false, isAtEnd: false });
  const alone = (key: string): GridKey => ({ key, isAtStart: true, isAtEnd: true });

  test('arrow keys leave a cell only at the ends of its text', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'x'])
      expect(nextCell(inside(key), at)).toBeUndefined();
    expect(nextCell(alone('ArrowUp'), at)).toEqual({ row: 1, column: 1 });
    expect(nextCell(alone('ArrowDown'), at)).toEqual({ row: 3, column: 1 });
    expect(nextCell(alone('ArrowLeft'), at)).toEqual({ row: 2, column: 0 });
    expect(nextCell(alone('ArrowRight'), at)).toEqual({ row: 2, column: 2 });
  });

  test('Enter moves to the next row from any position', () => {
    expect(nextCell(inside('Enter'), at)).toEqual({ row: 3, column: 1 });
  });

  test('shows fewer rows for more columns', () => {
    expect(rowsPerPage(0)).toBe(50);
    expect(rowsPerPage(8)).toBe(50);
    expect(rowsPerPage(20)).toBe(20);
    expect(rowsPerPage(5000)).toBe(10);
    expect(pageOf(49, 50)).toBe(0);
    expect(pageOf(50, 50)).toBe(1);
    expect(pageOf(-1, 50)).toBe(0);
  });
});

describe('list', () => {
  const at = (pasted: string) => ({ before: '', after: '', pasted });

  test('pasted lines fill empty entries, then add more', () => {
    expect(withLines(['', '', 'c'], 0, at('a\r\nb\n'))).toEqual({ entries: ['a', 'b', 'c'], focus: 1 });
    expect(withLines(['', ''], 0, at('1\n\n2\n3'))).toEqual({ entries: ['1', '2', '3'], focus: 2 });
    expect(withLines(['a', 'b'], 0, { before: 'a', after: '!', pasted: '1\n2' })).toEqual({
      entries: ['a1!', '2', 'b'],
      focus: 1,
    });
  });

  test('a single line is pasted without changes', () => {
    expect(withLines(['', ''], 0, at('one line\n'))).toBeUndefined();
  });

  test('Enter moves to the next entry and adds one after the last if it is not empty', () => {
    expect(afterEnter(['', 'b'], 0)).toEqual({ entries: ['', 'b'], focus: 1 });
    expect(afterEnter(['a', 'b'], 1)).toEqual({ entries: ['a', 'b', ''], focus: 2 });
  });
});

describe('number', () => {
  const step = (text: string, limits: Partial<NumberLimits>, direction: 1 | -1) =>
    stepped(text, { integer: false, ...limits }, direction);

  test('arrow keys change the value within its limits', () => {
    expect(step('3', { integer: true }, 1)).toBe('4');
    expect(step('1', { integer: true, minimum: 1 }, -1)).toBe('1');
    expect(step('0.2', {}, 1)).toBe('0.3');
    expect(step('1', { maximum: 1 }, 1)).toBe('1');
    expect(step('5', { integer: true, exclusiveMaximum: 6 }, 1)).toBe('5');
  });

  test('an empty field starts at zero or the minimum', () => {
    expect(step('', {}, 1)).toBe('0');
    expect(step('many', { integer: true, minimum: 2 }, 1)).toBe('2');
    expect(step('', { integer: true, minimum: 0, exclusiveMinimum: 0 }, -1)).toBe('1');
  });
});

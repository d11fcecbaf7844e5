import { describe, expect, test } from 'vitest';
import { pageOf, rowsPerPage } from '../../../packages/web/src/fields/json/grid-actions.tsx';
import { type GridKey, movedBy } from '../../../packages/web/src/fields/json/grid-cell.tsx';
import { afterEnter, withLines } from '../../../packages/web/src/fields/list-field.tsx';
import { type NumberLimits, stepped } from '../../../packages/web/src/fields/typed/typed-input.tsx';

describe('in a grid', () => {
  const at = { row: 2, column: 1 };
  const inside = (key: string): GridKey => ({ key, isAtStart: false, isAtEnd: false });
  const alone = (key: string): GridKey => ({ key, isAtStart: true, isAtEnd: true });

  test('arrows lead on from the ends of a text, and move in it elsewhere', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'x'])
      expect(movedBy(inside(key), at)).toBeUndefined();
    expect(movedBy(alone('ArrowUp'), at)).toEqual({ row: 1, column: 1 });
    expect(movedBy(alone('ArrowDown'), at)).toEqual({ row: 3, column: 1 });
    expect(movedBy(alone('ArrowLeft'), at)).toEqual({ row: 2, column: 0 });
    expect(movedBy(alone('ArrowRight'), at)).toEqual({ row: 2, column: 2 });
  });

  test('Enter leads to the next row from anywhere', () => {
    expect(movedBy(inside('Enter'), at)).toEqual({ row: 3, column: 1 });
  });

  test('fewer rows are drawn the more columns there are', () => {
    expect(rowsPerPage(0)).toBe(50);
    expect(rowsPerPage(8)).toBe(50);
    expect(rowsPerPage(20)).toBe(20);
    expect(rowsPerPage(5000)).toBe(10);
    expect(pageOf(49, 50)).toBe(0);
    expect(pageOf(50, 50)).toBe(1);
    expect(pageOf(-1, 50)).toBe(0);
  });
});

describe('in a list', () => {
  const at = (pasted: string) => ({ before: '', after: '', pasted });

  test('pasted lines become entries, empty ones are filled first', () => {
    expect(withLines(['', '', 'c'], 0, at('a\r\nb\n'))).toEqual({ entries: ['a', 'b', 'c'], focus: 1 });
    expect(withLines(['', ''], 0, at('1\n\n2\n3'))).toEqual({ entries: ['1', '2', '3'], focus: 2 });
    expect(withLines(['a', 'b'], 0, { before: 'a', after: '!', pasted: '1\n2' })).toEqual({
      entries: ['a1!', '2', 'b'],
      focus: 1,
    });
  });

  test('a single line is pasted as it is', () => {
    expect(withLines(['', ''], 0, at('one line\n'))).toBeUndefined();
  });

  test('Enter goes to the next entry, and behind a filled last one makes one', () => {
    expect(afterEnter(['', 'b'], 0)).toEqual({ entries: ['', 'b'], focus: 1 });
    expect(afterEnter(['a', 'b'], 1)).toEqual({ entries: ['a', 'b', ''], focus: 2 });
  });
});

describe('a number', () => {
  const step = (text: string, limits: Partial<NumberLimits>, direction: 1 | -1) =>
    stepped(text, { integer: false, ...limits }, direction);

  test('goes up and down, within its limits', () => {
    expect(step('3', { integer: true }, 1)).toBe('4');
    expect(step('1', { integer: true, minimum: 1 }, -1)).toBe('1');
    expect(step('0.2', {}, 1)).toBe('0.3');
    expect(step('1', { maximum: 1 }, 1)).toBe('1');
    expect(step('5', { integer: true, exclusiveMaximum: 6 }, 1)).toBe('5');
  });

  test('begins at nothing, or at the least that it may be', () => {
    expect(step('', {}, 1)).toBe('0');
    expect(step('many', { integer: true, minimum: 2 }, 1)).toBe('2');
    expect(step('', { integer: true, minimum: 0, exclusiveMinimum: 0 }, -1)).toBe('1');
  });
});

import { describe, expect, test } from 'vitest';
import { getNextCell } from '../../../packages/web/src/fields/json/grid-cell.tsx';
import { withLines } from '../../../packages/web/src/fields/list-field.tsx';

describe('grid', () => {
  const at = { row: 2, column: 1 };
  const inside = { value: 'text', selectionStart: 2, selectionEnd: 2 };
  const empty = { value: '', selectionStart: 0, selectionEnd: 0 };

  test('arrow keys leave a cell only at the ends of its text', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'x'])
      expect(getNextCell(key, inside, at)).toBeUndefined();
    expect(getNextCell('ArrowUp', empty, at)).toEqual({ row: 1, column: 1 });
    expect(getNextCell('ArrowDown', empty, at)).toEqual({ row: 3, column: 1 });
    expect(getNextCell('ArrowLeft', empty, at)).toEqual({ row: 2, column: 0 });
    expect(getNextCell('ArrowRight', empty, at)).toEqual({ row: 2, column: 2 });
  });

  test('Enter moves to the next row from any position', () => {
    expect(getNextCell('Enter', inside, at)).toEqual({ row: 3, column: 1 });
  });
});

test('pasted lines fill empty entries, then add more', () => {
  expect(withLines(['', '', 'c'], 0, ['a', 'b'])).toEqual(['a', 'b', 'c']);
  expect(withLines(['', ''], 0, ['1', '2', '3'])).toEqual(['1', '2', '3']);
  expect(withLines(['a', 'b'], 0, ['a1!', '2'])).toEqual(['a1!', '2', 'b']);
  expect(withLines(['a', '', ''], 0, ['1', '2'])).toEqual(['1', '2', '']);
});

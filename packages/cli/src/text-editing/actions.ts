import type { Size } from '../terminal/index.ts';
import type { Key } from '../terminal/keyboard/key.ts';
import type { Editing } from './editing.ts';
import { columnAt, offsetAt } from './rows.ts';

/** Keys of readline and desktop editors, except those that screens use. */
const actions = {
  left: ['left', 'ctrl+b', 'shift+left'],
  right: ['right', 'ctrl+f', 'shift+right'],
  up: ['up', 'shift+up'],
  down: ['down', 'shift+down'],
  'page-up': ['page-up'],
  'page-down': ['page-down'],
  'word-left': ['alt+left', 'ctrl+left', 'alt+b'],
  'word-right': ['alt+right', 'ctrl+right', 'alt+f'],
  'row-start': ['home', 'shift+home'],
  'row-end': ['end', 'shift+end'],
  'line-start': ['ctrl+a'],
  'line-end': ['ctrl+e'],
  'text-start': ['ctrl+home', 'alt+<'],
  'text-end': ['ctrl+end', 'alt+>'],
  'erase-left': ['backspace', 'ctrl+h', 'shift+backspace'],
  'erase-right': ['delete', 'ctrl+d', 'shift+delete'],
  'erase-word-left': ['ctrl+w', 'alt+backspace', 'ctrl+backspace'],
  'erase-word-right': ['alt+d', 'alt+delete', 'ctrl+delete'],
  'erase-line-start': ['ctrl+u'],
  'erase-line-end': ['ctrl+k'],
  newline: ['ctrl+j', 'alt+enter', 'shift+enter', 'ctrl+enter'],
  undo: ['ctrl+_', 'alt+u'],
  redo: ['ctrl+^', 'alt+shift+u', 'alt+r'],
} as const;

export type EditAction = keyof typeof actions;

const byKey = new Map<string, EditAction>(
  Object.entries(actions).flatMap(([action, keys]) => keys.map((key) => [key, action as EditAction])),
);

export function actionOf({ name }: Key): EditAction | undefined {
  return byKey.get(name);
}

export function isUndo(key: Key): boolean {
  return actionOf(key) === 'undo';
}

/**
 * Returns a function that performs actions and returns false if the cursor cannot move or nothing can be undone.
 * Moving by rows and pages depends on the size of the room.
 */
export function createPerformer(editing: Editing): (action: EditAction, room: Size) => boolean {
  /** The column to return to after moving through shorter rows. */
  let goal: { readonly column: number; readonly cursor: number } | undefined;

  function moveTo(offset: number): boolean {
    editing.moveTo(offset);
    return true;
  }

  const step = (offset: number) => offset !== editing.cursor && moveTo(offset);

  function byRows(count: number, columns: number): boolean {
    const { text, cursor } = editing;
    const rows = editing.rows(columns);
    const here = rows.rowAt(cursor);
    let row = Math.max(0, here + count);
    while (rows.start(row) === undefined) row -= 1;
    if (row === here) return false;
    const column = goal?.cursor === cursor ? goal.column : columnAt(text, rows.start(here)!, cursor, columns);
    editing.moveTo(offsetAt(text, rows, row, column, columns));
    goal = { column, cursor: editing.cursor };
    return true;
  }

  /** Moves to the edge of the row, then of the line. */
  function toRowEdge(side: 'start' | 'end', columns: number): boolean {
    const rows = editing.rows(columns);
    const row = rows.rowAt(editing.cursor);
    const [edge, lineEdge] =
      side === 'start'
        ? [rows.start(row)!, editing.lineStart()]
        : [offsetAt(editing.text, rows, row, Infinity, columns), editing.lineEnd()];
    return moveTo(edge === editing.cursor ? lineEdge : edge);
  }

  function erase(offset: number, kind?: 'other'): boolean {
    editing.eraseTo(offset, kind);
    return true;
  }

  const performers: Readonly<Record<EditAction, (room: Size) => boolean>> = {
    left: () => step(editing.before()),
    right: () => step(editing.after()),
    up: ({ columns }) => byRows(-1, columns),
    down: ({ columns }) => byRows(1, columns),
    'page-up': ({ columns, rows }) => byRows(-Math.max(1, rows - 1), columns),
    'page-down': ({ columns, rows }) => byRows(Math.max(1, rows - 1), columns),
    'word-left': () => step(editing.wordBefore()),
    'word-right': () => step(editing.wordAfter()),
    'row-start': ({ columns }) => toRowEdge('start', columns),
    'row-end': ({ columns }) => toRowEdge('end', columns),
    'line-start': () => moveTo(editing.lineStart()),
    'line-end': () => moveTo(editing.lineEnd()),
    'text-start': () => moveTo(0),
    'text-end': () => moveTo(editing.text.length),
    'erase-left': () => erase(editing.before()),
    'erase-right': () => erase(editing.after()),
    'erase-word-left': () => erase(editing.wordBefore(), 'other'),
    'erase-word-right': () => erase(editing.wordAfter(), 'other'),
    'erase-line-start': () => erase(editing.lineStart(), 'other'),
    'erase-line-end': () =>
      erase(editing.lineEnd() === editing.cursor ? editing.after() : editing.lineEnd(), 'other'),
    newline: () => {
      editing.insert('\n');
      return true;
    },
    undo: editing.undo,
    redo: editing.redo,
  };

  return (action, room) => performers[action](room);
}

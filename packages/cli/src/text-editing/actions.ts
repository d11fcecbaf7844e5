import type { Size } from '../terminal/index.ts';
import type { Key } from '../terminal/keyboard/key.ts';
import type { Editing } from './editing.ts';
import { columnAt, positionAt, rowAbove, rowBelow, rowOf, rowRange } from './text-document.ts';

export type EditAction =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'word-left'
  | 'word-right'
  | 'row-start'
  | 'row-end'
  | 'line-start'
  | 'line-end'
  | 'text-start'
  | 'text-end'
  | 'erase-left'
  | 'erase-right'
  | 'erase-word-left'
  | 'erase-word-right'
  | 'erase-line-start'
  | 'erase-line-end'
  | 'newline'
  | 'undo'
  | 'redo';

/** Keys of readline and desktop editors, except those that screens use. */
const actions: Readonly<Record<EditAction, readonly string[]>> = {
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
};

const byKey = new Map(
  Object.entries(actions).flatMap(([action, keys]) => keys.map((key) => [key, action as EditAction])),
);

export function actionOf({ name }: Key): EditAction | undefined {
  return byKey.get(name);
}

export function isUndo(key: Key): boolean {
  return actionOf(key) === 'undo';
}

export interface Performer {
  /** @param room the visible size, for moving by rows and pages. @returns false if nothing changed */
  perform(action: EditAction, room: Size): boolean;
}

export function createPerformer(editing: Editing): Performer {
  const { document } = editing;
  /** The column to return to after moving through shorter rows. */
  let goal: { readonly column: number; readonly version: number } | undefined;

  function moveTo(position: ReturnType<Editing['before']>): boolean {
    if (!position) return false;
    editing.moveTo(position);
    return true;
  }

  function byRows(count: number, columns: number): boolean {
    const { cursor } = editing;
    const here = rowOf(document, cursor, columns);
    const { from } = rowRange(document, here, columns);
    const column =
      goal?.version === editing.version
        ? goal.column
        : columnAt(document.line(cursor.line), from, cursor.offset, columns);
    let place = here;
    for (let step = 0; step < Math.abs(count); step += 1)
      place = (count < 0 ? rowAbove : rowBelow)(document, place, columns) ?? place;
    if (place === here) return false;
    editing.moveTo(positionAt(document, place, column, columns));
    goal = { column, version: editing.version };
    return true;
  }

  const inLine = (offset: number) => ({ line: editing.cursor.line, offset });
  const lineEnd = () => inLine(document.line(editing.cursor.line).length);

  /** Moves to the edge of the row, then of the line. */
  function toRowEdge(side: 'start' | 'end', columns: number): boolean {
    const { cursor } = editing;
    const here = rowOf(document, cursor, columns);
    const { from } = rowRange(document, here, columns);
    const edge =
      side === 'start' ? inLine(from) : positionAt(document, here, Number.POSITIVE_INFINITY, columns);
    if (edge.offset !== cursor.offset) return moveTo(edge);
    return moveTo(side === 'start' ? inLine(0) : lineEnd());
  }

  function erase(position: ReturnType<Editing['before']>, kind?: 'other'): boolean {
    editing.eraseTo(position, kind);
    return true;
  }

  const performers: Readonly<Record<EditAction, (room: Size) => boolean>> = {
    left: () => moveTo(editing.before()),
    right: () => moveTo(editing.after()),
    up: ({ columns }) => byRows(-1, columns),
    down: ({ columns }) => byRows(1, columns),
    'page-up': ({ columns, rows }) => byRows(-Math.max(1, rows - 1), columns),
    'page-down': ({ columns, rows }) => byRows(Math.max(1, rows - 1), columns),
    'word-left': () => moveTo(editing.wordBefore()),
    'word-right': () => moveTo(editing.wordAfter()),
    'row-start': ({ columns }) => toRowEdge('start', columns),
    'row-end': ({ columns }) => toRowEdge('end', columns),
    'line-start': () => moveTo(inLine(0)),
    'line-end': () => moveTo(lineEnd()),
    'text-start': () => moveTo({ line: 0, offset: 0 }),
    'text-end': () => moveTo(document.end()),
    'erase-left': () => erase(editing.before()),
    'erase-right': () => erase(editing.after()),
    'erase-word-left': () => erase(editing.wordBefore(), 'other'),
    'erase-word-right': () => erase(editing.wordAfter(), 'other'),
    'erase-line-start': () => erase(inLine(0), 'other'),
    'erase-line-end': () => {
      const end = lineEnd();
      return erase(end.offset === editing.cursor.offset ? editing.after() : end, 'other');
    },
    newline: () => {
      editing.insert('\n');
      return true;
    },
    undo: () => editing.undo(),
    redo: () => editing.redo(),
  };

  return { perform: (action, room) => performers[action](room) };
}

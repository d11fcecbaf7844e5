import type { Size } from '../screen/index.ts';
import type { Key } from './key.ts';
import { boundaryFrom, nextBoundary, nextWordEnd, previousBoundary, previousWordStart } from './graphemes.ts';
import { cellsIn, offsetAt, rowAt, layOutRows } from './rows.ts';

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

export function getAction({ name }: Key): EditAction | undefined {
  return byKey.get(name);
}

/** A string and the cursor in it, an offset in UTF-16 units. */
interface State {
  readonly text: string;
  readonly cursor: number;
}

/** Consecutive changes of one kind, except `other`, are undone together. */
type ChangeKind = 'typing' | 'erasing' | 'other';

/** Steps to undo. */
const MAX_STEPS = 200;

/** A text that is edited by actions and can be undone. */
export function createEditing(initial: string) {
  let state: State = { text: initial, cursor: initial.length };
  const undoStates: State[] = [];
  const redoStates: State[] = [];
  let last: { readonly kind: ChangeKind; readonly inserted: string } | undefined;
  let layout:
    | { readonly text: string; readonly columns: number; readonly rows: readonly number[] }
    | undefined;
  /** The column to return to after moving through shorter rows. */
  let goal: { readonly column: number; readonly cursor: number } | undefined;

  function change(from: number, to: number, inserted: string, kind: ChangeKind): void {
    if (from === to && inserted === '') return;
    const startsWord = /^\s/.test(inserted) && !/^\s/.test(last?.inserted ?? '');
    if (kind === 'other' || last?.kind !== kind || startsWord) undoStates.push(state);
    if (undoStates.length > MAX_STEPS) undoStates.shift();
    redoStates.length = 0;
    last = { kind, inserted };
    const text = state.text.slice(0, from) + inserted + state.text.slice(to);
    state = { text, cursor: boundaryFrom(text, from + inserted.length) };
  }

  /** Goes to a state that was recorded, and records the current one. */
  function step(from: State[], to: State[]): boolean {
    last = undefined;
    const next = from.pop();
    if (!next) return false;
    to.push(state);
    state = next;
    return true;
  }

  /** Moves the cursor, out of a character if necessary. The next change starts a new step. */
  function moveTo(offset: number): boolean {
    last = undefined;
    state = { ...state, cursor: boundaryFrom(state.text, offset) };
    return true;
  }

  const move = (offset: number) => offset !== state.cursor && moveTo(offset);

  function erase(offset: number, kind: ChangeKind = 'other'): boolean {
    change(Math.min(offset, state.cursor), Math.max(offset, state.cursor), '', kind);
    return true;
  }

  const left = () => previousBoundary(state.text, state.cursor);
  const right = () => nextBoundary(state.text, state.cursor);
  const lineStart = () => state.text.slice(0, state.cursor).lastIndexOf('\n') + 1;
  const lineEnd = () => {
    const end = state.text.indexOf('\n', state.cursor);
    return end === -1 ? state.text.length : end;
  };
  const wordLeft = () => {
    const start = lineStart();
    return state.cursor === start ? left() : (previousWordStart(state.text, start, state.cursor) ?? start);
  };
  const wordRight = () => {
    const end = lineEnd();
    return state.cursor === end ? right() : (nextWordEnd(state.text, state.cursor, end) ?? end);
  };

  /** The offsets where rows start. */
  function rows(columns: number): readonly number[] {
    const { text } = state;
    if (layout?.text !== text || layout.columns !== columns)
      layout = { text, columns, rows: layOutRows(text, columns) };
    return layout.rows;
  }

  function moveByRows(count: number, columns: number): boolean {
    const { text, cursor } = state;
    const starts = rows(columns);
    const here = rowAt(starts, cursor);
    const row = Math.max(0, Math.min(here + count, starts.length - 1));
    if (row === here) return false;
    let column = 0;
    for (const { width } of cellsIn(text, starts[here]!, cursor, columns)) column += width;
    if (goal?.cursor === cursor) column = goal.column;
    moveTo(offsetAt(text, starts, row, column, columns));
    goal = { column, cursor: state.cursor };
    return true;
  }

  /** Moves to the start of the row, then of the line. */
  function moveToRowStart(columns: number): boolean {
    const starts = rows(columns);
    const start = starts[rowAt(starts, state.cursor)]!;
    return moveTo(start === state.cursor ? lineStart() : start);
  }

  /** Moves to the end of the row, then of the line. */
  function moveToRowEnd(columns: number): boolean {
    const starts = rows(columns);
    const end = offsetAt(state.text, starts, rowAt(starts, state.cursor), Infinity, columns);
    return moveTo(end === state.cursor ? lineEnd() : end);
  }

  function insert(text: string, kind: ChangeKind = 'typing'): boolean {
    change(state.cursor, state.cursor, text, kind);
    return true;
  }

  const performers: Readonly<Record<EditAction, (room: Size) => boolean>> = {
    left: () => move(left()),
    right: () => move(right()),
    up: ({ columns }) => moveByRows(-1, columns),
    down: ({ columns }) => moveByRows(1, columns),
    'page-up': ({ columns, rows }) => moveByRows(-Math.max(1, rows - 1), columns),
    'page-down': ({ columns, rows }) => moveByRows(Math.max(1, rows - 1), columns),
    'word-left': () => move(wordLeft()),
    'word-right': () => move(wordRight()),
    'row-start': ({ columns }) => moveToRowStart(columns),
    'row-end': ({ columns }) => moveToRowEnd(columns),
    'line-start': () => moveTo(lineStart()),
    'line-end': () => moveTo(lineEnd()),
    'text-start': () => moveTo(0),
    'text-end': () => moveTo(state.text.length),
    'erase-left': () => erase(left(), 'erasing'),
    'erase-right': () => erase(right(), 'erasing'),
    'erase-word-left': () => erase(wordLeft()),
    'erase-word-right': () => erase(wordRight()),
    'erase-line-start': () => erase(lineStart()),
    'erase-line-end': () => erase(lineEnd() === state.cursor ? right() : lineEnd()),
    newline: () => insert('\n'),
    undo: () => step(undoStates, redoStates),
    redo: () => step(redoStates, undoStates),
  };

  return {
    get text() {
      return state.text;
    },
    get cursor() {
      return state.cursor;
    },
    rows,
    insert,
    /**
     * @param room moving by rows and pages depends on it
     * @returns false if the cursor cannot move or nothing can be undone
     */
    perform: (action: EditAction, room: Size) => performers[action](room),
  };
}

import { boundaryFrom, nextBoundary, nextWordEnd, previousBoundary, previousWordStart } from './graphemes.ts';
import { rowsOf, type Rows } from './rows.ts';

/** A string and the cursor in it, an offset in UTF-16 units. */
interface State {
  readonly text: string;
  readonly cursor: number;
}

/** Consecutive changes of one kind, except `other`, are undone together. */
type ChangeKind = 'typing' | 'erasing' | 'other';

const MAX_STEPS = 1000;
/** In UTF-16 units, over all steps. */
const MAX_SIZE = 50_000_000;

/** The states to return to. */
function createHistory() {
  const done: State[] = [];
  let undone: State[] = [];
  let size = 0;
  let last: { readonly kind: ChangeKind; readonly inserted: string } | undefined;
  return {
    /** @param before the state that the change replaces */
    record(before: State, kind: ChangeKind, inserted: string): void {
      const startsWord = /^\s/.test(inserted) && !/^\s/.test(last?.inserted ?? '');
      const continues = kind !== 'other' && last?.kind === kind && !startsWord;
      last = { kind, inserted };
      undone = [];
      if (continues) return;
      done.push(before);
      size += before.text.length;
      while (done.length > 1 && (done.length > MAX_STEPS || size > MAX_SIZE))
        size -= done.shift()!.text.length;
    },
    /** The cursor was moved, so the next change starts a new step. */
    pause(): void {
      last = undefined;
    },
    undo(now: State): State | undefined {
      last = undefined;
      const before = done.pop();
      if (!before) return undefined;
      size -= before.text.length;
      undone.push(now);
      return before;
    },
    redo(now: State): State | undefined {
      last = undefined;
      const after = undone.pop();
      if (!after) return undefined;
      done.push(now);
      size += now.text.length;
      return after;
    },
  };
}

export interface Editing extends State {
  /** The text in rows of a number of cells. */
  rows(columns: number): Rows;
  /** Moves the cursor, out of a character if necessary. */
  moveTo(offset: number): void;
  insert(text: string, kind?: ChangeKind): void;
  /** Erases the text between the cursor and an offset. */
  eraseTo(offset: number, kind?: ChangeKind): void;
  /** @returns false if there was nothing to undo */
  undo(): boolean;
  redo(): boolean;
  /** Offsets around the cursor. */
  before(): number;
  after(): number;
  wordBefore(): number;
  wordAfter(): number;
  lineStart(): number;
  lineEnd(): number;
}

export function createEditing(initial: string): Editing {
  const history = createHistory();
  let state: State = { text: initial, cursor: initial.length };
  let wrapped: { readonly columns: number; readonly rows: Rows } | undefined;

  function change(from: number, to: number, inserted: string, kind: ChangeKind): void {
    if (from === to && inserted === '') return;
    history.record(state, kind, inserted);
    const text = state.text.slice(0, from) + inserted + state.text.slice(to);
    state = { text, cursor: boundaryFrom(text, from + inserted.length) };
    if (!wrapped) return;
    // Keep the rows before the change, except the one above, which may wrap differently.
    const { columns, rows } = wrapped;
    const changed = rows.starts.findLastIndex((start) => start <= from);
    wrapped = { columns, rows: rowsOf(text, columns, rows.starts.slice(0, Math.max(1, changed - 1))) };
  }

  function restore(next: State | undefined): boolean {
    if (!next) return false;
    state = next;
    wrapped = undefined;
    return true;
  }

  const lineStart = () => state.text.slice(0, state.cursor).lastIndexOf('\n') + 1;
  const lineEnd = () => {
    const end = state.text.indexOf('\n', state.cursor);
    return end === -1 ? state.text.length : end;
  };

  return {
    get text() {
      return state.text;
    },
    get cursor() {
      return state.cursor;
    },
    rows(columns) {
      if (wrapped?.columns !== columns) wrapped = { columns, rows: rowsOf(state.text, columns) };
      return wrapped.rows;
    },
    moveTo(offset) {
      history.pause();
      state = { ...state, cursor: boundaryFrom(state.text, offset) };
    },
    insert: (text, kind = 'typing') => change(state.cursor, state.cursor, text, kind),
    eraseTo: (offset, kind = 'erasing') =>
      change(Math.min(offset, state.cursor), Math.max(offset, state.cursor), '', kind),
    undo: () => restore(history.undo(state)),
    redo: () => restore(history.redo(state)),
    before: () => previousBoundary(state.text, state.cursor),
    after: () => nextBoundary(state.text, state.cursor),
    wordBefore() {
      const { text, cursor } = state;
      const start = lineStart();
      return cursor === start ? Math.max(0, cursor - 1) : (previousWordStart(text, start, cursor) ?? start);
    },
    wordAfter() {
      const { text, cursor } = state;
      const end = lineEnd();
      return cursor === end ? Math.min(text.length, end + 1) : (nextWordEnd(text, cursor, end) ?? end);
    },
    lineStart,
    lineEnd,
  };
}

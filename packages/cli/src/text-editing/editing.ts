import { boundaryFrom, nextBoundary, nextWordEnd, previousBoundary, previousWordStart } from './graphemes.ts';
import { createDocument, endOf, type Position, type TextDocument } from './text-document.ts';

interface Change {
  readonly at: Position;
  readonly removed: string;
  readonly inserted: string;
  readonly before: Position;
  readonly after: Position;
  /** Consecutive changes of one kind, except `other`, are undone together. */
  readonly kind: 'typing' | 'erasing' | 'other';
}

const MAX_STEPS = 1000;
/** In UTF-16 units, over all steps. */
const MAX_SIZE = 20_000_000;

/** Changes grouped into undo steps. */
function createHistory() {
  const done: Change[][] = [];
  let undone: Change[][] = [];
  let isPaused = true;
  let size = 0;
  const sizeOf = ({ removed, inserted }: Change) => removed.length + inserted.length;
  return {
    record(change: Change): void {
      undone = [];
      const last = done.at(-1);
      const previous = last?.at(-1);
      const continues = !isPaused && change.kind !== 'other' && previous?.kind === change.kind;
      if (last && continues && !startsWord(previous!, change)) last.push(change);
      else done.push([change]);
      isPaused = change.kind === 'other';
      size += sizeOf(change);
      while (done.length > 1 && (done.length > MAX_STEPS || size > MAX_SIZE))
        for (const dropped of done.shift()!) size -= sizeOf(dropped);
    },
    /** The cursor was moved, so the next change starts a new step. */
    pause(): void {
      isPaused = true;
    },
    /** The changes of the last step, newest first. */
    undo(): readonly Change[] {
      isPaused = true;
      const step = done.pop();
      if (!step) return [];
      undone.push(step);
      return step.toReversed();
    },
    /** The changes of the last undone step, oldest first. */
    redo(): readonly Change[] {
      isPaused = true;
      const step = undone.pop();
      if (!step) return [];
      done.push(step);
      return step;
    },
  };
}

function startsWord(previous: Change, { inserted }: Change): boolean {
  return /^\s/.test(inserted) && !/^\s/.test(previous.inserted);
}

export interface Editing {
  readonly document: TextDocument;
  readonly cursor: Position;
  /** Increases with each change of the text or the cursor. */
  readonly version: number;
  /** Moves the cursor, out of a character if necessary. */
  moveTo(position: Position): void;
  insert(text: string, kind?: Change['kind']): void;
  eraseTo(position: Position | undefined, kind?: Change['kind']): void;
  /** @returns false if there was nothing to undo */
  undo(): boolean;
  redo(): boolean;
  /** Positions around the cursor; undefined at the ends of the text. */
  before(): Position | undefined;
  after(): Position | undefined;
  wordBefore(): Position | undefined;
  wordAfter(): Position | undefined;
}

export function createEditing(text: string): Editing {
  const document = createDocument(text);
  const history = createHistory();
  let cursor = document.end();
  let version = 0;

  function setCursor({ line, offset }: Position): void {
    cursor = { line, offset: boundaryFrom(document.line(line), offset) };
    version += 1;
  }

  function change(from: Position, to: Position, inserted: string, kind: Change['kind']): void {
    const removed = document.slice(from, to);
    if (removed === '' && inserted === '') return;
    const before = cursor;
    setCursor(document.replace(from, to, inserted));
    history.record({ at: from, removed, inserted, before, after: cursor, kind });
  }

  const line = () => document.line(cursor.line);
  const inLine = (offset: number) => ({ line: cursor.line, offset });
  const lineBefore = () =>
    cursor.line > 0 ? { line: cursor.line - 1, offset: document.line(cursor.line - 1).length } : undefined;
  const lineAfter = () =>
    cursor.line < document.lineCount() - 1 ? { line: cursor.line + 1, offset: 0 } : undefined;
  const isAtEnd = () => cursor.offset >= line().length;

  return {
    document,
    get cursor() {
      return cursor;
    },
    get version() {
      return version;
    },
    moveTo(position) {
      history.pause();
      setCursor(position);
    },
    insert: (inserted, kind = 'typing') => change(cursor, cursor, inserted, kind),
    eraseTo(position, kind = 'erasing') {
      if (!position) return;
      const isBack =
        position.line < cursor.line || (position.line === cursor.line && position.offset < cursor.offset);
      const [from, to] = isBack ? [position, cursor] : [cursor, position];
      change(from, to, '', kind);
    },
    undo() {
      const step = history.undo();
      for (const { at, removed, inserted, before } of step) {
        document.replace(at, endOf(at, inserted), removed);
        cursor = before;
      }
      version += 1;
      return step.length > 0;
    },
    redo() {
      const step = history.redo();
      for (const { at, removed, inserted, after } of step) {
        document.replace(at, endOf(at, removed), inserted);
        cursor = after;
      }
      version += 1;
      return step.length > 0;
    },
    before: () => (cursor.offset === 0 ? lineBefore() : inLine(previousBoundary(line(), cursor.offset))),
    after: () => (isAtEnd() ? lineAfter() : inLine(nextBoundary(line(), cursor.offset))),
    wordBefore: () =>
      cursor.offset === 0 ? lineBefore() : inLine(previousWordStart(line(), cursor.offset) ?? 0),
    wordAfter: () => (isAtEnd() ? lineAfter() : inLine(nextWordEnd(line(), cursor.offset) ?? line().length)),
  };
}

import { boundaryFrom, nextBoundary, nextWordEnd, previousBoundary, previousWordStart } from './graphemes.ts';
import { createDocument, endOf, type Position, type TextDocument } from './text-document.ts';

/** One change of a text, so that it can be taken back. */
interface Change {
  readonly at: Position;
  readonly removed: string;
  readonly inserted: string;
  /** Where the cursor was before, and after. */
  readonly before: Position;
  readonly after: Position;
  /** Changes of one kind that follow each other at once are taken back together. */
  readonly kind: 'typing' | 'erasing' | 'other';
}

/** What was changed, in steps as a person thinks of them. */
interface History {
  record(change: Change): void;
  /** What comes next is a step of its own: the cursor was moved. */
  pause(): void;
  /** The changes of the last step, newest first; empty when there is none. */
  undo(): readonly Change[];
  /** Those of the step that was taken back, oldest first. */
  redo(): readonly Change[];
}

const MOST_STEPS = 1000;
/** UTF-16 units in all steps. */
const MOST_KEPT = 20_000_000;

/** A history in which nothing has been changed yet. */
function createHistory(): History {
  const done: Change[][] = [];
  let undone: Change[][] = [];
  let isPaused = true;
  let kept = 0;
  const sizeOf = ({ removed, inserted }: Change) => removed.length + inserted.length;
  return {
    record(change) {
      undone = [];
      const last = done.at(-1);
      const previous = last?.at(-1);
      const goesOn = !isPaused && change.kind !== 'other' && previous?.kind === change.kind;
      if (last && goesOn && !beginsWord(previous!, change)) last.push(change);
      else done.push([change]);
      isPaused = change.kind === 'other';
      kept += sizeOf(change);
      while (done.length > 1 && (done.length > MOST_STEPS || kept > MOST_KEPT))
        for (const dropped of done.shift()!) kept -= sizeOf(dropped);
    },
    pause() {
      isPaused = true;
    },
    undo() {
      isPaused = true;
      const step = done.pop();
      if (!step) return [];
      undone.push(step);
      return [...step].reverse();
    },
    redo() {
      isPaused = true;
      const step = undone.pop();
      if (!step) return [];
      done.push(step);
      return step;
    },
  };
}

/** Typing is taken back word by word, each with the space before it. */
function beginsWord(previous: Change, { inserted }: Change): boolean {
  return /^\s/.test(inserted) && !/^\s/.test(previous.inserted);
}

/** A text with a cursor: what moves and changes it, without keys and looks. */
export interface Editing {
  readonly document: TextDocument;
  readonly cursor: Position;
  /** Goes up with each change of the text or the cursor. */
  readonly version: number;
  /** Puts the cursor somewhere; to the end of the character when that is inside one. */
  moveTo(position: Position): void;
  insert(text: string, kind?: Change['kind']): void;
  /** Takes out what is between the cursor and another place. */
  eraseTo(position: Position | undefined, kind?: Change['kind']): void;
  /** @returns false when there is nothing to take back */
  undo(): boolean;
  redo(): boolean;
  /** The places around the cursor; undefined at the text's ends. */
  before(): Position | undefined;
  after(): Position | undefined;
  wordBefore(): Position | undefined;
  wordAfter(): Position | undefined;
}

/** A text with the cursor at its end. */
export function createEditing(text: string): Editing {
  const document = createDocument(text);
  const history = createHistory();
  let cursor = document.end();
  let version = 0;

  function place({ line, offset }: Position): void {
    cursor = { line, offset: boundaryFrom(document.line(line), offset) };
    version += 1;
  }

  function change(from: Position, to: Position, inserted: string, kind: Change['kind']): void {
    const removed = document.slice(from, to);
    if (removed === '' && inserted === '') return;
    const before = cursor;
    place(document.replace(from, to, inserted));
    history.record({ at: from, removed, inserted, before, after: cursor, kind });
  }

  const lineBefore = () =>
    cursor.line > 0 ? { line: cursor.line - 1, offset: document.line(cursor.line - 1).length } : undefined;
  const lineAfter = () =>
    cursor.line < document.lineCount() - 1 ? { line: cursor.line + 1, offset: 0 } : undefined;
  const inLine = (offset: number | undefined) =>
    offset === undefined ? undefined : { line: cursor.line, offset };
  const isAtEnd = () => cursor.offset >= document.line(cursor.line).length;

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
      place(position);
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
    before: () =>
      cursor.offset === 0
        ? lineBefore()
        : inLine(previousBoundary(document.line(cursor.line), cursor.offset)),
    after: () => (isAtEnd() ? lineAfter() : inLine(nextBoundary(document.line(cursor.line), cursor.offset))),
    wordBefore() {
      if (cursor.offset === 0) return lineBefore();
      return inLine(previousWordStart(document.line(cursor.line), cursor.offset) ?? 0);
    },
    wordAfter() {
      if (isAtEnd()) return lineAfter();
      const text = document.line(cursor.line);
      return inLine(nextWordEnd(text, cursor.offset) ?? text.length);
    },
  };
}

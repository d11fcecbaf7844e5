import { boundaryFrom, nextBoundary, previousBoundary } from './graphemes.ts';
import { createHistory, type Change } from './history.ts';
import { createDocument, endOf, type Position, type TextDocument } from './text-document.ts';
import { nextWordEnd, previousWordStart } from './words.ts';

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

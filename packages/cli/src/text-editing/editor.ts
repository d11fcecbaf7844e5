import { truncate, withCursor, type Size, type Theme } from '../screen/index.ts';
import type { Key } from './key.ts';
import { createEditing, getAction, type EditAction } from './editing.ts';
import { rowAt, rowEnd, drawRow, drawView, lineView, type LineView } from './rows.ts';

export interface EditorOptions {
  readonly theme: Theme;
  /** One line that scrolls sideways, with spaces for newlines. Default: rows that wrap. */
  readonly isOneLine?: boolean;
  /** Shown in place of each character of a secret; implies one line. */
  readonly mask?: string | undefined;
}

/** A text box. */
export type Editor = ReturnType<typeof createEditor>;

/** Ignored on one line. */
const rowActions = new Set<EditAction>(['up', 'down', 'page-up', 'page-down', 'newline']);

const onOneLine: Readonly<Partial<Record<EditAction, EditAction>>> = {
  'row-start': 'line-start',
  'row-end': 'line-end',
};

/** Word movement would reveal the word boundaries of a secret. */
const masked: Readonly<Partial<Record<EditAction, EditAction>>> = {
  'word-left': 'line-start',
  'word-right': 'line-end',
  'erase-word-left': 'erase-line-start',
  'erase-word-right': 'erase-line-end',
};

/** An empty text box. */
export function createEditor({ theme, mask, isOneLine = mask !== undefined }: EditorOptions) {
  let editing = createEditing('');
  const viewLine = lineView();
  let lastRoom: Size = { columns: 80, rows: 10 };
  /** The first visible row. */
  let top = 0;
  let position = '';

  function resolveAction(action: EditAction): EditAction | undefined {
    if (isOneLine && rowActions.has(action)) return undefined;
    const onLine = isOneLine ? (onOneLine[action] ?? action) : action;
    return mask === undefined ? onLine : (masked[onLine] ?? onLine);
  }

  /** One line of at most `columns` cells, around the cursor. */
  function view(columns: number, isFocused: boolean): LineView {
    const { text, cursor } = editing;
    const line = mask === undefined ? text.replaceAll('\t', ' ') : mask.repeat(text.length);
    return viewLine(line, columns, isFocused ? cursor : undefined);
  }

  /** Scrolls only as far as the cursor needs; without the focus, shows the beginning. */
  function drawArea(room: Size, isFocused: boolean): string[] {
    const { text, cursor } = editing;
    const rows = editing.rows(room.columns);
    const current = isFocused ? rowAt(rows, cursor) : 0;
    top = Math.min(Math.max(top, current - room.rows + 1), current);
    top = Math.max(0, Math.min(top, rows.length - room.rows));
    const last = Math.min(top + room.rows, rows.length);
    position = last - top < rows.length ? `${top + 1}-${last} / ${rows.length}` : '';
    return rows.slice(top, top + room.rows).map((from, index) => {
      const row = top + index;
      const at = isFocused && row === current ? cursor : undefined;
      const { end } = rowEnd(text, rows, row);
      return drawRow(text, from, end, { columns: room.columns, theme, cursor: at });
    });
  }

  return {
    get text() {
      return editing.text;
    },
    /** Replaces the text; the cursor moves to its end. The same text changes nothing. */
    setText(next: string): void {
      if (next === editing.text) return;
      const text = isOneLine ? inOneLine(withNewlines(next)) : withNewlines(next);
      if (text === editing.text) return;
      editing = createEditing(text);
      top = 0;
    },
    /** @returns whether the key was used */
    onKey(key: Key): boolean {
      const insertion = cleanText(key.text);
      if (key.name === 'paste') editing.insert(isOneLine ? inOneLine(insertion) : insertion, 'other');
      else if (insertion !== '') editing.insert(insertion);
      else {
        const action = getAction(key);
        const resolvedAction = action && resolveAction(action);
        return resolvedAction !== undefined && editing.perform(resolvedAction, lastRoom);
      }
      return true;
    },
    view,
    /** Which rows were drawn, such as `2-4 / 9`; empty if all were. */
    get position() {
      return position;
    },
    /** At most `rows` lines of at most `columns` cells, around the cursor, which is marked. */
    draw(
      room: Size,
      { isFocused, placeholder = '' }: { readonly isFocused: boolean; readonly placeholder?: string },
    ): readonly string[] {
      lastRoom = room;
      position = '';
      if (editing.text === '') {
        const mark = isFocused ? withCursor(' ') : '';
        return [mark + theme.dim(truncate(placeholder, room.columns - (isFocused ? 1 : 0)))];
      }
      return isOneLine ? [drawView(view(room.columns, isFocused), theme)] : drawArea(room, isFocused);
    },
  };
}

/** Control characters except newline and tab. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Escape sequences in text copied from a terminal. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

function withNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Removes control characters except tabs and newlines. */
export function cleanText(text: string): string {
  return withNewlines(text).replace(sequences, '').replace(controls, '');
}

/** Newlines become spaces, except at the end. */
function inOneLine(text: string): string {
  return text.replace(/\n+$/, '').replace(/\n/g, ' ');
}

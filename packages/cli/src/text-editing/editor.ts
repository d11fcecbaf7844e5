import { type Size, type Theme, truncate, withCursor } from '../terminal/index.ts';
import type { Key } from '../terminal/keyboard/key.ts';
import { createEditing } from './editing.ts';
import { actionOf, createPerformer, type EditAction } from './actions.ts';
import { createAreaView, createLineView } from './views.ts';

/** Controls other than newline and tab: nobody sees them, and no key types them. */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Colors and other sequences of a terminal, which come along where its screen was copied from. */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** A text as it may go into a box: line ends are newlines. */
export function withNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** What was typed or pasted, without controls; tabs and newlines stay. */
export function cleanText(text: string): string {
  return withNewlines(text).replace(sequences, '').replace(controls, '');
}

/** The same on one line: newlines become spaces, one at the end goes. */
export function inOneLine(text: string): string {
  return text.replace(/\n+$/, '').replace(/\n/g, ' ');
}

/** How a text box looks. */
export interface EditorLook {
  /** Whether it shows the cursor. */
  readonly isFocused: boolean;
  /** Shown, dim, where nothing is typed yet. */
  readonly placeholder?: string;
}

/** What kind of text box it is. */
export interface EditorOptions {
  readonly theme: Theme;
  /** One line that scrolls sideways: newlines become spaces, up and down mean nothing. By default rows that wrap. */
  readonly isOneLine?: boolean;
  /** Shown in place of each character, for secrets; on one line. */
  readonly mask?: string;
}

/** A text that is being typed: characters as a person sees them, of any script. */
export interface Editor {
  readonly text: string;
  /** Replaces the text from elsewhere; the cursor goes to its end. The same text changes nothing. */
  setText(text: string): void;
  /** @returns whether the key meant anything */
  onKey(key: Key): boolean;
  /** At most `rows` lines of at most `columns` cells, around the cursor; the cursor's cell is marked. */
  draw(room: Size, look: EditorLook): readonly string[];
}

/** What has no meaning on one line. */
const ofRows = new Set<EditAction>(['up', 'down', 'page-up', 'page-down', 'newline']);

/** On one line the row is the whole of it, whatever part is in sight. */
const inOneRow: Readonly<Partial<Record<EditAction, EditAction>>> = {
  'row-start': 'line-start',
  'row-end': 'line-end',
};

/** What would show where the words of a secret are. */
const unmasked: Readonly<Partial<Record<EditAction, EditAction>>> = {
  'word-left': 'line-start',
  'word-right': 'line-end',
  'erase-word-left': 'erase-line-start',
  'erase-word-right': 'erase-line-end',
};

/** Makes a text box with nothing in it. */
export function createEditor({ theme, mask, isOneLine = mask !== undefined }: EditorOptions): Editor {
  let editing = createEditing('');
  let performer = createPerformer(editing);
  const view = () => createAreaView({ document: editing.document, cursor: () => editing.cursor }, theme);
  let area = view();
  const line = createLineView(theme, mask);
  let sight: Size = { columns: 80, rows: 10 };

  function allowed(action: EditAction): EditAction | undefined {
    if (isOneLine && ofRows.has(action)) return undefined;
    const meant = isOneLine ? (inOneRow[action] ?? action) : action;
    return mask === undefined ? meant : (unmasked[meant] ?? meant);
  }

  return {
    get text() {
      return editing.document.text();
    },
    setText(given) {
      if (given === editing.document.text()) return;
      const text = isOneLine ? inOneLine(withNewlines(given)) : withNewlines(given);
      if (text === editing.document.text()) return;
      editing = createEditing(text);
      performer = createPerformer(editing);
      area = view();
    },
    onKey(key) {
      const typed = cleanText(key.text);
      if (key.name === 'paste') editing.insert(isOneLine ? inOneLine(typed) : typed, 'other');
      else if (typed !== '') editing.insert(typed);
      else {
        const action = actionOf(key);
        const meant = action && allowed(action);
        return meant !== undefined && performer.perform(meant, sight);
      }
      return true;
    },
    draw(room, { isFocused, placeholder = '' }) {
      sight = room;
      const { document, cursor } = editing;
      if (document.text() === '') {
        const mark = isFocused ? withCursor(' ') : '';
        return [mark + theme.dim(truncate(placeholder, room.columns - (isFocused ? 1 : 0)))];
      }
      if (!isOneLine) return area.draw(room, isFocused);
      return [line.draw(document.line(0), room.columns, isFocused ? cursor.offset : undefined)];
    },
  };
}

import type { Size } from '../terminal/index.ts';
import { withCursor } from '../terminal/cursor-mark.ts';
import type { Key } from '../terminal/keyboard/key.ts';
import type { Theme } from '../terminal/theme.ts';
import { createEditing } from './editing.ts';
import { actionOf, type EditAction } from './keymap.ts';
import { createPerformer } from './perform.ts';
import { truncate } from '../terminal/index.ts';
import { inOneLine, typedText, withNewlines } from './typed-text.ts';
import { createAreaView, createLineView } from './views.ts';

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
      const typed = typedText(key.text);
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

import type { Key } from '../../../packages/cli/src/text-editing/key.ts';
import { createEditor, type Editor } from '../../../packages/cli/src/text-editing/editor.ts';
import { themeFor } from '../../../packages/cli/src/screen/index.ts';

export const theme = themeFor({ colors: 'none', unicode: true });

export const named = (name: string): Key => ({ name, text: '', sequence: '' });

export function press(editor: Editor, ...names: string[]): boolean {
  return names.map((name) => editor.onKey(named(name))).every(Boolean);
}

export function type(editor: Editor, text: string): void {
  for (const character of text) {
    if (character === '\n') press(editor, 'ctrl+j');
    else
      editor.onKey({ name: character === ' ' ? 'space' : character, text: character, sequence: character });
  }
}

export function paste(editor: Editor, text: string): void {
  editor.onKey({ name: 'paste', text, sequence: text });
}

export function editorWith(text: string, isOneLine = false): Editor {
  const editor = createEditor({ theme, isOneLine });
  editor.setText(text);
  return editor;
}

/** The lines of a text box, with the cursor as `|`. */
export function drawn(editor: Editor, columns = 20, rows = 6): readonly string[] {
  return editor
    .draw({ columns, rows }, { isFocused: true })
    .map((line) => line.replace('\u001b[7m', '|').replace('\u001b[27m', ''));
}

/** User-perceived characters of many kinds. */
export const characters =
  'a b Z 0 é e\u0301 ß 漢 字 カ が 。 한 \u1112\u1161\u11ab 👍 👍🏽 👨‍👩‍👧‍👦 🇩🇪 🇯🇵 ❤️ 1️⃣ © ก กำ ที่ नि க்ஷ क्ष ע مَ'.split(
    ' ',
  );

import type { TextField } from '@tryout/engine';
import { createEditor } from '../text-editing/editor.ts';
import type { FieldBox, FieldSlot } from './field-box.ts';
import { labelled, marginOf, textRows } from './labelled.ts';

/** A box for a text of any length. */
export function textBox({ picker, field, value, set }: FieldSlot<TextField>): FieldBox {
  const editor = createEditor({ theme: picker.theme });
  const follow = () => editor.setText(typeof value() === 'string' ? (value() as string) : '');
  return {
    draw({ columns, rows }, isFocused) {
      follow();
      const room = { columns: columns - marginOf(picker.theme), rows: textRows(rows, isFocused) };
      const lines = editor.draw(room, { isFocused, placeholder: isFocused ? 'Type or paste a text' : '' });
      return { lines: labelled(picker, field.label, lines, { columns, isFocused }) };
    },
    onKey(key) {
      follow();
      const before = editor.text;
      const isMeant = editor.onKey(key);
      if (editor.text !== before) set(editor.text === '' ? undefined : editor.text);
      return isMeant;
    },
  };
}

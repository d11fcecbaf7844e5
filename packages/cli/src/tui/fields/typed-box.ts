import { InputError, parseTyped, visible, type Field } from '@tryout/engine';
import { wrap } from '../../terminal/index.ts';
import { createEditor } from '../text-editing/editor.ts';
import type { FieldBox, FieldSlot } from './field-box.ts';
import { labelled, marginOf } from './labelled.ts';

type TypedField = Extract<Field, { kind: 'choice' | 'number' | 'boolean' }>;

/** A box for a value that is typed in one line; what it cannot be is said below it. */
export function typedBox({ picker, name, field, value, set }: FieldSlot<TypedField>): FieldBox {
  const { theme } = picker;
  const editor = createEditor({ theme, isOneLine: true });
  let failure: InputError | undefined;

  function follow(): void {
    const held = value();
    if (held !== undefined) failure = undefined;
    if (held !== undefined && held !== parsed()) editor.setText(typeof held === 'object' ? '' : String(held));
  }

  /** @returns undefined where the text is no value of the field */
  function parsed(): ReturnType<typeof parseTyped> | undefined {
    failure = undefined;
    if (editor.text === '') return undefined;
    try {
      return parseTyped(field, editor.text, name);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      failure = error;
      return undefined;
    }
  }

  return {
    draw({ columns }, isFocused) {
      follow();
      const inner = columns - marginOf(theme);
      const options = field.kind === 'choice' ? field.options.map((option) => option.value).join(', ') : '';
      const lines = editor.draw({ columns: inner, rows: 1 }, { isFocused, placeholder: options });
      const told = failure ? wrap(visible(`${failure.message}. ${failure.hint}`), inner).split('\n') : [];
      const styled = told.map((line) => theme.error(line));
      return { lines: labelled(picker, field.label, [...lines, ...styled], { columns, isFocused }) };
    },
    onKey(key) {
      follow();
      const before = editor.text;
      const isMeant = editor.onKey(key);
      if (editor.text !== before) set(parsed());
      return isMeant;
    },
  };
}

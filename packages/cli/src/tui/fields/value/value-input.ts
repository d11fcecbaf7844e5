import type { OneLineField } from '@tryout/engine';
import { truncate } from '../../../terminal/index.ts';
import type { Key } from '../../keyboard/key.ts';
import { createEditor } from '../../text-editing/editor.ts';
import type { Theme } from '../../theme/theme.ts';
import { choiceInput } from './choice-input.ts';

/** An input of one line for a value, as it would be typed on a command line; empty where nothing is given. */
export interface ValueInput {
  readonly text: string;
  setText(text: string): void;
  /** Whether characters are typed into it, rather than chosen from. */
  readonly takesText: boolean;
  /** @returns whether the key meant anything */
  onKey(key: Key): boolean;
  /** One line of at most `columns` cells. */
  draw(columns: number, isFocused: boolean): string;
}

/** Makes the input of a kind. */
export function valueInput(field: OneLineField & { readonly default?: number }, theme: Theme): ValueInput {
  if (field.kind === 'choice') {
    return choiceInput(
      field.options.map(({ value }) => value),
      theme,
    );
  }
  if (field.kind === 'boolean') return choiceInput(['true', 'false'], theme);
  const editor = createEditor({ theme, isOneLine: true });
  const ownDefault = field.default === undefined ? undefined : `default ${field.default}`;
  const placeholder = ownDefault ?? placeholders[field.kind];
  return {
    get text() {
      return editor.text;
    },
    setText: (text) => editor.setText(text),
    takesText: true,
    onKey: (key) => editor.onKey(key),
    draw(columns, isFocused) {
      // Empty boxes all say the same; only the one that is typed into has to tell what it takes.
      const shown = isFocused ? placeholder : (ownDefault ?? '');
      const [line = ''] = editor.draw(
        { columns, rows: 1 },
        { isFocused, placeholder: truncate(shown, columns - 2) },
      );
      return line;
    },
  };
}

const placeholders: Readonly<Record<'text' | 'json' | 'list' | 'number', string>> = {
  text: 'text',
  json: 'JSON',
  list: 'first, second',
  number: 'number',
};

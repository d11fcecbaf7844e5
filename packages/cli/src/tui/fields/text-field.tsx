import type { TextField } from '@tryout/engine';
import type { ReactNode } from 'react';
import { useEditor } from '../hooks/use-editor.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { Labeled, textRows, type FieldProps } from './field.tsx';

/** A text of any length. */
export function TextFieldInput({
  field,
  value,
  onChange,
  focus,
  rows,
  reveal,
}: FieldProps<TextField>): ReactNode {
  const { theme, body } = useTerminal();
  const isFocused = focus !== undefined;
  const { editor, onKey } = useEditor(typeof value === 'string' ? value : '', (text) =>
    onChange(text === '' ? undefined : text),
  );
  useKeys({ level: 'field', isActive: isFocused, onKey });
  const room = { columns: body.columns - theme.margin.length, rows: textRows(rows, isFocused) };
  const lines = editor.draw(room, { isFocused, placeholder: isFocused ? 'Type or paste a text' : '' });
  return <Labeled label={field.label} isFocused={isFocused} reveal={reveal} lines={lines} />;
}

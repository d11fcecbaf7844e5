import {
  decodeJsonField,
  isJsonFileName,
  jsonText,
  maxInputBytes,
  parseJsonField,
  type FieldDraft,
  type JsonField,
  type JsonValue,
} from '@tryout/engine';
import { useMemo, useState } from 'react';
import { type FieldProps, useReading, useUndoRemove } from '../field.tsx';
import { readFile } from '../file/files.ts';
import { getColumns, countRows, toTable, type Column } from './table.ts';

/** State and actions of a JSON input. */
export type JsonInput = ReturnType<typeof useJsonField>;

export function useJsonField({ name, field, value, draft, disabled, onChange }: FieldProps<'json'>) {
  const { read, isReading, error: rejection, setError } = useReading(name, draft ?? value);
  const [requestedView, setView] = useState<'grid' | 'text'>();
  const { remember, button: undoButton } = useUndoRemove<Pick<FieldProps<'json'>, 'value' | 'draft'>>({
    name,
    current: draft ?? value,
    disabled,
    onUndo: (before) => onChange(before.value, before.draft),
  });
  const invalid = useMemo(
    () => (value === undefined ? parseDraft(field, draft).error : undefined),
    [field, draft, value],
  );
  /** The edited columns, or those of the value; undefined if it is not a table. */
  const columns = draft?.columns ?? getColumns(value);
  const isJson = draft?.text !== undefined || (!draft?.columns && isJsonFileName(draft?.fileName));
  const isText = !columns || (requestedView ?? (isJson ? 'text' : 'grid')) === 'text';
  const text = useMemo(() => (isText ? getText(value, draft) : ''), [isText, value, draft]);
  const fileName = draft?.fileName;

  function remove(): void {
    setView(undefined);
    onChange(undefined, undefined);
    remember({ value, draft }, undefined);
  }

  return {
    draft,
    isText,
    columns,
    /** The shown text; empty in the grid. */
    text,
    error: rejection ?? invalid,
    isInvalid: invalid !== undefined,
    isReading,
    undoButton,
    readFile: (file: File) =>
      read(
        async () => decodeJsonField(await readFile(file, maxInputBytes.json), file.name),
        (next) => {
          setView(undefined);
          onChange(next, { fileName: file.name });
        },
      ),
    setError,
    /** Pastes JSON or a copied table; returns false for a single line of other text. */
    pasteText(text: string): boolean {
      if (!/[\t\n]|^[[{]/.test(text.trim())) return false;
      const { value: table, error } = parseDraft(field, { text });
      if (table === undefined) setError(error);
      else onChange(table, undefined);
      return true;
    },
    type: (text: string) => {
      // Keeps the text view while typing, even when the text becomes a table.
      setView('text');
      onChange(parseDraft(field, { text }).value, { fileName, text });
    },
    edit: (next: readonly Column[]) => {
      if (next.length === 0) return remove();
      const after = { fileName, columns: next };
      onChange(parseDraft(field, after).value, after);
      const hasShrunk = columns && next.length * countRows(next) < columns.length * countRows(columns);
      if (hasShrunk) remember({ value, draft }, after);
    },
    show: setView,
    remove,
  };
}

/** The typed text, or the pretty-printed value. */
export function getText(value: JsonValue | undefined, draft: FieldDraft | undefined): string {
  return draft?.text ?? (value === undefined ? '' : jsonText(value, 2));
}

/** Parses typed text like a file, or edited columns. Whitespace counts as empty; invalid input has no value. */
export function parseDraft(
  field: JsonField,
  { text = '', columns }: FieldDraft = {},
): { readonly value?: JsonValue | undefined; readonly error?: unknown } {
  try {
    if (columns) return { value: toTable(columns) };
    return { value: text.trim() === '' ? undefined : parseJsonField(text, field.label) };
  } catch (error) {
    return { error };
  }
}

import { decodeJsonField, maxInputBytes, type FieldDraft, type JsonValue } from '@tryout/engine';
import { useMemo, useState } from 'react';
import { useCleared } from '../../lib/app-context.ts';
import type { FieldProps } from '../field-props.ts';
import { readFile } from '../file/read-file.ts';
import { useReading, useRejection } from '../shared/field-state.tsx';
import { draftError, parseColumns, parseText, shownColumns } from './json-draft.ts';
import { rowCount, type Column } from './table.ts';

interface Removed {
  readonly value: JsonValue | undefined;
  readonly draft: FieldDraft | undefined;
  /** The draft after a row or column was removed. */
  readonly after?: FieldDraft;
}

/** State and actions of a JSON input. */
export type JsonInput = ReturnType<typeof useJsonField>;

export function useJsonField({ name, field, value, draft, onChange }: FieldProps<'json'>) {
  const [rejection, setRejection] = useRejection(name, value);
  const [removed, setRemoved] = useState<Removed>();
  const [chosenView, setView] = useState<'grid' | 'text'>();
  const { isReading, start } = useReading(value);
  const invalid = useMemo(
    () => (value === undefined ? draftError(field, draft) : undefined),
    [field, draft, value],
  );
  const columns = shownColumns(draft, value);
  const view = chosenView ?? (draft?.text === undefined ? 'grid' : 'text');
  const fileName = draft?.fileName;
  const canRestore =
    removed !== undefined && draft === removed.after && (draft !== undefined || value === undefined);

  useCleared(() => {
    setView(undefined);
    setRemoved(undefined);
  });

  function set(next: JsonValue | undefined, nextDraft: FieldDraft | undefined): void {
    setRejection(undefined);
    setRemoved(undefined);
    onChange(next, nextDraft);
  }

  function remove(): void {
    setView(undefined);
    set(undefined, undefined);
    setRemoved({ value, draft });
  }

  return {
    draft,
    view: columns ? view : 'text',
    columns,
    error: rejection ?? invalid,
    isInvalid: invalid !== undefined,
    isReading,
    readFile: (file: File) =>
      start(
        async () => decodeJsonField(await readFile(file, maxInputBytes.json), file.name),
        (next) => set(next, { fileName: file.name }),
        setRejection,
      ),
    setError: setRejection,
    /** Pastes JSON or a copied table; returns false for a single line of other text. */
    pasteText(text: string): boolean {
      if (!/[\t\n]|^[[{]/.test(text.trim())) return false;
      const { value: pasted, error } = parseText(field, text);
      if (pasted === undefined) setRejection(error);
      else set(pasted, undefined);
      return true;
    },
    type: (text: string) => {
      // Keeps the text view while typing, even when the text becomes a table.
      setView('text');
      set(parseText(field, text).value, { fileName, text });
    },
    edit: (next: readonly Column[]) => {
      if (next.length === 0) return remove();
      const after = { fileName, columns: next };
      set(parseColumns(next).value, after);
      const hasShrunk = columns && next.length * rowCount(next) < columns.length * rowCount(columns);
      if (hasShrunk) setRemoved({ value, draft, after });
    },
    show: setView,
    remove,
    restore: canRestore ? () => set(removed.value, removed.draft) : undefined,
  };
}

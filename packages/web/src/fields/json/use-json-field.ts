import type { JsonValue } from '@tryout/engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldProps } from '../field-props.ts';
import { type Refusal, refusalOf, useCleared, useRefusal } from '../shared/refusal.tsx';
import { useDraft } from '../shared/use-draft.ts';
import {
  faultOfDraft,
  type JsonDraft,
  readColumns,
  readJsonFile,
  readText,
  shownColumns,
} from './json-draft.ts';
import { cellCount, type Column, columnsIn } from './table.ts';

/** What a JSON input shows, and what can be done with it. */
export interface JsonInput {
  readonly draft: JsonDraft | undefined;
  readonly view: 'grid' | 'text';
  /** What is edited in the grid; undefined where there is no table. */
  readonly columns: readonly Column[] | undefined;
  /** What is wrong with what is typed. */
  readonly fault: unknown;
  readonly refusal: Refusal | undefined;
  readonly isReading: boolean;
  take(file: File): void;
  refuse(error: unknown): void;
  /** Takes a pasted text that is JSON or a copied table. @returns false for any other */
  takeText(text: string): boolean;
  type(text: string): void;
  edit(columns: readonly Column[]): void;
  show(view: 'grid' | 'text'): void;
  remove(): void;
  /** Brings back what was removed last; undefined once there is something else. */
  readonly restore: (() => void) | undefined;
}

/** The state of a JSON input: its value in the session, and what is typed beside it. */
export function useJsonField({ name, field, value, onChange }: FieldProps<'json'>): JsonInput {
  const [draft, keep] = useDraft<JsonDraft>(name, value);
  const [refusal, refuse] = useRefusal(value);
  const [removed, setRemoved] = useState<
    Pick<JsonInput, 'draft'> & { readonly value: JsonValue | undefined; readonly after?: JsonDraft }
  >();
  const [chosenView, setView] = useState<JsonInput['view']>();
  const [reading, setReading] = useState<object>();
  const current = useRef<{ work?: object | undefined; value: JsonValue | undefined }>({ value });
  const fault = useMemo(
    () => (value === undefined ? faultOfDraft(field, draft) : undefined),
    [field, draft, value],
  );
  const columns = field.shape === 'table' ? shownColumns(draft, value) : undefined;

  useEffect(() => {
    current.current.value = value;
  }, [value]);
  useEffect(() => () => void (current.current.work = undefined), []);

  useCleared(() => {
    setView(undefined);
    setRemoved(undefined);
  });

  function set(next: JsonValue | undefined, beside: JsonDraft | undefined): void {
    refuse(undefined);
    setRemoved(undefined);
    keep(beside, next);
    if (next !== value) onChange(next);
  }
  const origin = draft?.fileName === undefined ? {} : { fileName: draft.fileName };
  const view = chosenView ?? (draft?.text === undefined ? 'grid' : 'text');

  // All of it leaves nothing, a row or a column the draft that its removal has made.
  const isStillRemoved =
    removed !== undefined && draft === removed.after && (draft !== undefined || value === undefined);

  async function read(file: File): Promise<void> {
    const work = {};
    current.current.work = work;
    setReading(work);
    // Meanwhile the form may have been cleared or filled, or left.
    const isWanted = () => current.current.work === work && current.current.value === value;
    try {
      const next = await readJsonFile(file, field);
      if (isWanted()) set(next, { fileName: file.name });
    } catch (error) {
      if (isWanted()) refuse(error);
    } finally {
      setReading((now) => (now === work ? undefined : now));
    }
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
    fault,
    refusal: refusal ?? (fault === undefined ? undefined : refusalOf(fault)),
    isReading: reading !== undefined,
    take: (file) => void read(file),
    refuse,
    takeText(text) {
      try {
        const json = readText(field, text);
        const pasted = json.fault === undefined ? json : readPasted(text, field.shape);
        if (pasted?.value === undefined) return false;
        set(pasted.value, undefined);
      } catch (error) {
        refuse(error);
      }
      return true;
    },
    type: (text) => {
      // It stays a text while it is typed, also when it has become a table.
      setView('text');
      set(readText(field, text).value, { ...origin, text });
    },
    edit: (next) => {
      if (next.length === 0) return remove();
      const after = { ...origin, columns: next };
      set(readColumns(next).value, after);
      if (columns && cellCount(next) < cellCount(columns)) setRemoved({ value, draft, after });
    },
    show: setView,
    remove,
    restore: isStillRemoved ? () => set(removed.value, removed.draft) : undefined,
  };
}

function readPasted(text: string, shape: 'table' | undefined) {
  const columns = shape === 'table' ? columnsIn(text) : undefined;
  return columns && readColumns(columns);
}

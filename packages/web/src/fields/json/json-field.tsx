import {
  counted,
  decodeJsonField,
  isJsonFileName,
  jsonText,
  maxInputBytes,
  parseJsonField,
  type FieldDraft,
  type JsonField,
  type JsonValue,
} from '@tryout/engine';
import { Braces, Table } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { InputFrame } from '../../ui/inputs.tsx';
import { getFieldIds, useReading, useUndoRemove, type FieldProps } from '../field.tsx';
import { FileBox } from '../file/file-box.tsx';
import { LongTextArea } from '../text/text-field.tsx';
import { TableGrid } from './table-grid.tsx';
import { countRows, createTable, getColumns, toTable, type Column } from './table.ts';
import styles from './json.module.css';
import { useMemo, useState } from 'react';
import { readFile } from '../file/files.ts';

/** A table that is typed, pasted, or read from a file; tables can be edited in a grid. */
export default function JsonField(props: FieldProps<'json'>) {
  const { name, field, value, disabled } = props;
  const json = useJsonField(props);
  const ids = getFieldIds(name);
  const failure = json.error !== undefined && <FailureNote id={ids.note} error={json.error} />;
  const { columns } = json;
  const isOpen = value !== undefined || json.draft?.text !== undefined || columns !== undefined;
  return (
    <InputFrame label={field.label} htmlFor={ids.input}>
      <FileBox
        name={name}
        accept=".json,.jsonl,.ndjson,.csv,.tsv"
        what="table (JSON, CSV or TSV)"
        icon={Table}
        isEditor={isOpen}
        className={isOpen ? undefined : styles.empty}
        fileName={isOpen ? (getName(json) ?? 'Table') : undefined}
        facts={columns ? [counted(columns.length, 'column'), counted(countRows(columns), 'row')] : []}
        isReading={json.isReading}
        disabled={disabled}
        isInvalid={json.error !== undefined}
        onFile={json.readFile}
        onError={json.setError}
        onText={json.pasteText}
        onRemove={json.remove}
        actions={
          <>
            {!isOpen && (
              <>
                <Button icon={Table} disabled={disabled} onClick={() => json.edit(createTable())}>
                  New table
                </Button>
                <Button icon={Braces} disabled={disabled} onClick={() => json.type('')}>
                  Type JSON
                </Button>
              </>
            )}
            {json.undoButton}
          </>
        }
      >
        {isOpen && (
          <div className="stack">
            <JsonEditor {...props} json={json} />
            {failure}
          </div>
        )}
      </FileBox>
      {!isOpen && failure}
    </InputFrame>
  );
}

function getName({ draft }: JsonInput): string | undefined {
  if (draft?.fileName === undefined) return undefined;
  const isEdited = draft.text !== undefined || draft.columns !== undefined;
  return isEdited ? `${draft.fileName}, edited` : draft.fileName;
}

/** Characters that can be parsed on each keystroke without making typing slow. */
const MAX_EDITABLE = 200_000;

function JsonEditor({ json, name, field, disabled }: FieldProps<'json'> & { readonly json: JsonInput }) {
  const { label } = field;
  const { isText, columns, text } = json;
  return (
    <>
      <div className={styles.views} role="group" aria-label={`Show ${label} as`}>
        <Button
          icon={Table}
          aria-pressed={!isText}
          disabled={columns === undefined}
          onClick={() => json.show('grid')}
        >
          Table
        </Button>
        <Button
          icon={Braces}
          aria-pressed={isText}
          disabled={json.isInvalid && !isText}
          onClick={() => json.show('text')}
        >
          JSON
        </Button>
      </div>
      {columns && !isText ? (
        <TableGrid
          label={label}
          columns={columns}
          disabled={disabled}
          onColumns={json.edit}
          onError={json.setError}
        />
      ) : (
        <LongTextArea
          className={styles.text}
          rows={6}
          dir="ltr"
          aria-label={`${label}, as JSON`}
          aria-invalid={json.isInvalid}
          aria-describedby={getFieldIds(name).note}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          maxEditable={MAX_EDITABLE}
          disabled={disabled}
          value={text}
          onText={json.type}
        />
      )}
    </>
  );
}

/** State and actions of a JSON input. */
export type JsonInput = ReturnType<typeof useJsonField>;

function useJsonField({ name, field, value, draft, disabled, onChange }: FieldProps<'json'>) {
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
function parseDraft(
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

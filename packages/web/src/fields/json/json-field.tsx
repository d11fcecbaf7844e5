import { counted } from '@tryout/engine';
import { Braces, Table } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { InputFrame } from '../../ui/inputs.tsx';
import { getFieldIds, type FieldProps } from '../field.tsx';
import { FileBox } from '../file/file-box.tsx';
import { LongTextArea } from '../text/text-field.tsx';
import { TableGrid } from './table-grid.tsx';
import { createTable, countRows } from './table.ts';
import { useJsonField, type JsonInput } from './use-json-field.ts';
import styles from './json.module.css';

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

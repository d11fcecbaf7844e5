import { counted, type JsonValue } from '@tryout/engine';
import { Braces, Table } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { FileBox } from '../file/file-box.tsx';
import { BringBackButton, RefusalNote } from '../shared/refusal.tsx';
import { LongTextArea } from '../text/long-text-area.tsx';
import { shownText } from './json-draft.ts';
import { TableGrid } from './table-grid.tsx';
import { type Column, newTable, rowCount } from './table.ts';
import { type JsonInput, useJsonField } from './use-json-field.ts';
import styles from './json.module.css';

/** JSON: a file that is chosen, dropped or pasted, or what is typed; a table as a grid as well. */
export function JsonField(props: FieldProps<'json'>) {
  const { name, field, value, disabled } = props;
  const json = useJsonField(props);
  const ids = fieldIds(name);
  const isTable = field.shape === 'table';
  const isOpen = value !== undefined || json.draft?.text !== undefined || json.columns !== undefined;
  return (
    <InputFrame
      label={field.label}
      htmlFor={ids.input}
      {...(field.description && { hint: field.description })}
    >
      <FileBox
        name={name}
        accept=".json"
        what={isTable ? 'JSON file or copied table' : 'JSON file'}
        icon={isTable ? Table : Braces}
        className={isOpen ? undefined : styles.empty}
        chosen={isOpen ? (nameOf(json) ?? (isTable ? 'Table' : 'JSON')) : undefined}
        facts={json.columns ? extentOf(json.columns) : []}
        isReading={json.isReading}
        disabled={disabled}
        isInvalid={json.refusal !== undefined}
        onFile={json.take}
        onRefused={json.refuse}
        onText={json.takeText}
        onRemove={json.remove}
        actions={
          <>
            {!isOpen && isTable && (
              <Button disabled={disabled} onClick={() => json.edit(newTable())}>
                <Table aria-hidden="true" size={16} />
                New table
              </Button>
            )}
            {!isOpen && (
              <Button disabled={disabled} onClick={() => json.type('')}>
                <Braces aria-hidden="true" size={16} />
                Type JSON
              </Button>
            )}
            <BringBackButton input={ids.input} disabled={disabled} onRestore={json.restore} />
          </>
        }
      >
        {isOpen && (
          <JsonContent
            json={json}
            label={field.label}
            value={value}
            disabled={disabled}
            note={ids.note}
            isTable={isTable}
          />
        )}
      </FileBox>
      <RefusalNote id={ids.note} refusal={json.refusal} />
    </InputFrame>
  );
}

function nameOf({ draft }: JsonInput): string | undefined {
  if (draft?.fileName === undefined) return undefined;
  const isChanged = draft.text !== undefined || draft.columns !== undefined;
  return isChanged ? `${draft.fileName}, edited` : draft.fileName;
}

function extentOf(columns: readonly Column[]): string[] {
  const rows = rowCount(columns);
  return [counted(columns.length, 'column'), counted(rows, 'row')];
}

export interface JsonContentProps {
  readonly json: JsonInput;
  readonly label: string;
  readonly value: JsonValue | undefined;
  readonly disabled: boolean;
  /** Id of what says what is wrong. */
  readonly note: string;
  readonly isTable: boolean;
}

/** What a JSON input holds: as a grid where it is a table, or as text. */
export function JsonContent({ json, label, value, disabled, note, isTable }: JsonContentProps) {
  const { draft, view, columns } = json;
  const text = useMemo(() => (view === 'text' ? shownText(draft, value) : ''), [draft, value, view]);
  return (
    <div className={styles.content}>
      {isTable && (
        <div className={styles.views} role="group" aria-label={`${label}, shown as`}>
          <Button
            aria-pressed={view === 'grid'}
            disabled={columns === undefined}
            onClick={() => json.show('grid')}
          >
            <Table aria-hidden="true" size={16} />
            Table
          </Button>
          <Button
            aria-pressed={view === 'text'}
            disabled={value === undefined && view === 'grid'}
            onClick={() => json.show('text')}
          >
            <Braces aria-hidden="true" size={16} />
            JSON
          </Button>
        </div>
      )}
      {view === 'grid' && columns ? (
        <TableGrid
          label={label}
          columns={columns}
          disabled={disabled}
          onColumns={json.edit}
          onRefused={json.refuse}
        />
      ) : (
        <JsonText
          label={label}
          text={text}
          disabled={disabled}
          isInvalid={json.fault !== undefined}
          note={note}
          onText={json.type}
        />
      )}
    </div>
  );
}

/** Characters that are read for each key without making typing slow. */
const MOST_EDITED = 200_000;

export interface JsonTextProps {
  readonly label: string;
  readonly text: string;
  readonly disabled: boolean;
  readonly isInvalid: boolean;
  /** Id of what says what is wrong. */
  readonly note: string;
  onText(text: string): void;
}

/** JSON as text; what is too long to be typed in is shown from its beginning. */
export function JsonText({ label, text, disabled, isInvalid, note, onText }: JsonTextProps) {
  return (
    <LongTextArea
      className={styles.text}
      rows={6}
      aria-label={`${label}, as JSON`}
      aria-invalid={isInvalid}
      aria-describedby={note}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      isLongEditable={text.length <= MOST_EDITED}
      disabled={disabled}
      value={text}
      onText={onText}
    />
  );
}

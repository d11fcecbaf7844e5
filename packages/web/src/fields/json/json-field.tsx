import { counted } from '@tryout/engine';
import { Braces, Table } from 'lucide-react';
import { Button } from '../../lib/ui/button.tsx';
import { InputFrame } from '../../lib/ui/input-frame.tsx';
import type { FieldProps } from '../field-props.ts';
import { FileBox } from '../file/file-box.tsx';
import { BringBackButton } from '../shared/bring-back-button.tsx';
import { fieldIds } from '../shared/field-ids.ts';
import { RefusalNote } from '../shared/refusal-note.tsx';
import { newTable, rowCount, type Column } from './columns.ts';
import { JsonContent } from './json-content.tsx';
import styles from './json-field.module.css';
import { useJsonField, type JsonInput } from './use-json-field.ts';

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

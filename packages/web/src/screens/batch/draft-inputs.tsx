import { MAX_CANDIDATES, nameCandidates, visibleLine, type Candidate, type Task } from '@tryout/engine';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { AddModel } from '../../parts/models/add-model.tsx';
import { FieldInput } from '../../fields/field-input.tsx';
import type { FieldProps } from '../../fields/field.tsx';
import { LongTextArea } from '../../fields/text/text-field.tsx';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { InputFrame, Select, TextInput } from '../../ui/inputs.tsx';
import styles from './batch.module.css';

interface PromptProps {
  readonly columns: readonly string[];
  readonly prompt: string;
  onChange(prompt: string): void;
}

/** Columns with a button. */
const MAX_INSERTED = 12;

/** The message of a chat, into which columns are inserted. */
export function Prompt({ columns, prompt, onChange }: PromptProps) {
  const id = useId();
  return (
    <InputFrame label="Prompt" htmlFor={id} hint="Names of columns in braces stand for the cells of the row.">
      <LongTextArea id={id} rows={3} aria-describedby={`${id}-hint`} value={prompt} onText={onChange} />
      <div className={styles.line}>
        {columns.slice(0, MAX_INSERTED).map((column) => (
          <Button
            key={column}
            className={styles.small}
            aria-label={`Insert ${visibleLine(column)}`}
            onClick={() => onChange(`${prompt}{{${column}}}`)}
          >
            {visibleLine(`{{${column}}}`)}
          </Button>
        ))}
      </div>
    </InputFrame>
  );
}

/** An input that is the same for all rows. */
export function ConstantInput({ task, name }: { readonly task: Task; readonly name: string }) {
  const session = useSession();
  const value = useSessionState(({ values }) => values[name]);
  const draft = useSessionState(({ drafts }) => drafts[name]);
  const field = { ...task.fields[name]!, label: `${task.fields[name]!.label}, for all rows` };
  const onChange: FieldProps['onChange'] = (next, typed) => session.setValue(name, next, typed);
  return <FieldInput {...({ name, field, value, draft, disabled: false, onChange } as FieldProps)} />;
}

interface ColumnSelectProps {
  readonly label: string;
  readonly hint?: string;
  readonly columns: readonly string[];
  readonly none?: string;
  readonly value: string | undefined;
  onChange(column: string | undefined): void;
}

/** A column of the source, or none. */
export function ColumnSelect({ label, hint, columns, none = 'None', value, onChange }: ColumnSelectProps) {
  const id = useId();
  return (
    <InputFrame label={label} htmlFor={id} {...(hint !== undefined && { hint })}>
      <Select id={id} value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">{none}</option>
        {columns.map((column) => (
          <option key={column} value={column}>
            {visibleLine(column)}
          </option>
        ))}
      </Select>
    </InputFrame>
  );
}

interface ModelsProps {
  readonly candidates: readonly Candidate[];
  onChange(candidates: readonly Candidate[]): void;
}

/** The models that run side by side. */
export function Models({ candidates, onChange }: ModelsProps) {
  const names = nameCandidates(candidates).map((name) => visibleLine(name) || 'Your endpoint');
  const box = useRef<HTMLFieldSetElement>(null);
  return (
    <fieldset ref={box} tabIndex={-1} className={styles.models}>
      <legend>Models</legend>
      <ul>
        {candidates.map((candidate, index) => (
          <li key={names[index]}>
            <span>{names[index]}</span>
            {candidates.length > 1 && (
              <IconButton
                label={`Remove ${names[index]}`}
                icon={X}
                onClick={() => {
                  // The button disappears.
                  box.current?.focus();
                  onChange(candidates.filter((each) => each !== candidate));
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {candidates.length < MAX_CANDIDATES && (
        // The key empties the field after each model.
        <AddModel key={candidates.length} onAdd={(candidate) => onChange([...candidates, candidate])} />
      )}
    </fieldset>
  );
}

interface NumberInputProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: number | undefined;
  readonly max?: number;
  /** `any` for fractions. */
  readonly step?: 'any';
  /** @param value undefined if it is empty, NaN if it is invalid */
  onChange(value: number | undefined): void;
}

/** A positive number. */
export function NumberInput({ label, value, onChange, ...props }: NumberInputProps) {
  const id = useId();
  const [text, setText] = useState(value === undefined || Number.isNaN(value) ? '' : String(value));
  return (
    <InputFrame label={label} htmlFor={id}>
      <TextInput
        id={id}
        type="number"
        min={props.step ? 0 : 1}
        value={text}
        aria-invalid={Number.isNaN(value)}
        onChange={({ target }) => {
          setText(target.value);
          const { validity, valueAsNumber } = target;
          const isEmpty = target.value === '' && !validity.badInput;
          onChange(isEmpty ? undefined : validity.valid && valueAsNumber > 0 ? valueAsNumber : NaN);
        }}
        {...props}
      />
    </InputFrame>
  );
}

import { parseTyped, type BooleanField, type ChoiceField, type NumberField } from '@tryout/engine';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { TypedInput } from './typed-input.tsx';

/** A field that is parsed from text. Invalid text is kept for editing, without a value. */
export function TypedField<Kind extends 'choice' | 'number' | 'boolean'>({
  name,
  field,
  value,
  draft,
  disabled,
  onChange,
}: FieldProps<Kind>) {
  const ids = fieldIds(name);
  const { label, description }: ChoiceField | NumberField | BooleanField = field;
  const parsed = draft && parse(field, draft.text ?? '');

  function type(text: string): void {
    const next = parse(field, text);
    onChange(next.value as typeof value, next.error === undefined ? undefined : { text });
  }

  return (
    <InputFrame label={label} htmlFor={ids.input} hint={description}>
      <TypedInput
        id={ids.input}
        spec={field}
        text={draft?.text ?? (value === undefined ? '' : String(value))}
        describedBy={`${ids.input}-hint ${ids.note}`}
        disabled={disabled}
        onText={type}
      />
      {parsed?.error !== undefined && <FailureNote id={ids.note} error={parsed.error} />}
    </InputFrame>
  );
}

function parse(field: ChoiceField | NumberField | BooleanField, text: string) {
  try {
    return { value: text === '' ? undefined : parseTyped(field, text, field.label) };
  } catch (error) {
    return { value: undefined, error };
  }
}

import { parseTyped, type ChoiceField, type BooleanField, type NumberField } from '@tryout/engine';
import { InputFrame } from '../../lib/ui/input-frame.tsx';
import type { FieldProps } from '../field-props.ts';
import { fieldIds } from '../shared/field-ids.ts';
import { refusalOf, type Refusal } from '../shared/refusal.ts';
import { RefusalNote } from '../shared/refusal-note.tsx';
import { useDraft } from '../shared/use-draft.ts';
import { TypedInput } from '../typed-input.tsx';

interface TypedDraft {
  readonly text: string;
  readonly refusal: Refusal;
}

/** A field of one typed value. What cannot be read stays to be mended, and has no value. */
export function TypedField<Kind extends 'choice' | 'number' | 'boolean'>({
  name,
  field,
  value,
  disabled,
  onChange,
}: FieldProps<Kind>) {
  const ids = fieldIds(name);
  const [draft, keep] = useDraft<TypedDraft>(name, value);
  const { label, description }: ChoiceField | NumberField | BooleanField = field;

  function type(text: string): void {
    try {
      const read = text === '' ? undefined : parseTyped(field, text, label);
      keep(undefined, read);
      onChange(read as typeof value);
    } catch (error) {
      keep({ text, refusal: refusalOf(error) }, undefined);
      onChange(undefined);
    }
  }

  return (
    <InputFrame label={label} htmlFor={ids.input} {...(description && { hint: description })}>
      <TypedInput
        id={ids.input}
        spec={field}
        text={draft?.text ?? (value === undefined ? '' : String(value))}
        describedBy={`${ids.input}-hint ${ids.note}`}
        disabled={disabled}
        onText={type}
      />
      <RefusalNote id={ids.note} refusal={draft?.refusal} />
    </InputFrame>
  );
}

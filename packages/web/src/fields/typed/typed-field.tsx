import { type BooleanField, type ChoiceField, type NumberField, parseTyped } from '@tryout/engine';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { type Refusal, RefusalNote, refusalOf } from '../shared/refusal.tsx';
import { useDraft } from '../shared/use-draft.ts';
import { TypedInput } from './typed-input.tsx';

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

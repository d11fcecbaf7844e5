import { type BooleanField, type ChoiceField, type NumberField, parseTyped } from '@tryout/engine';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { RefusalNote, refusalOf } from '../shared/refusal.tsx';
import { TypedInput } from './typed-input.tsx';

/** A field of one typed value. A text that cannot be read stays, and the field has no value. */
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

  function read(text: string) {
    try {
      return { value: text === '' ? undefined : parseTyped(field, text, label) };
    } catch (error) {
      return { value: undefined, refusal: refusalOf(error) };
    }
  }

  function type(text: string): void {
    const { value: next, refusal } = read(text);
    onChange(next as typeof value, refusal && { text });
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
      <RefusalNote id={ids.note} refusal={read(draft?.text ?? '').refusal} />
    </InputFrame>
  );
}

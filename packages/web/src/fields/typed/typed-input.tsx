import { attempt, parseTyped, visibleLine, type ChoiceKind, type OneLineKind } from '@tryout/engine';
import type { ComponentProps } from 'react';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { GrowingTextArea } from '../text/text-field.tsx';

interface TypedInputProps {
  readonly id: string;
  readonly spec: OneLineKind;
  readonly text: string;
  readonly describedBy: string;
  readonly disabled: boolean;
  /** The number that is used if the input is empty. */
  readonly defaultNumber?: number | undefined;
  onText(text: string): void;
}

const booleans: ChoiceKind['options'] = [{ value: 'true' }, { value: 'false' }];

/** The control for a value that is parsed from text. */
export function TypedInput(props: TypedInputProps) {
  const { id, spec, text, describedBy, disabled, defaultNumber, onText } = props;
  const control = {
    id,
    disabled,
    'aria-invalid': text !== '' && attempt(() => parseTyped(spec, text, 'It')) === undefined,
    'aria-describedby': describedBy,
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => onText(event.target.value),
  };
  switch (spec.kind) {
    case 'number':
      // As text, so that invalid input can be fixed.
      return (
        <TextInput
          {...control}
          inputMode={spec.integer ? 'numeric' : 'decimal'}
          placeholder={defaultNumber === undefined ? 'default' : `default ${defaultNumber}`}
          autoComplete="off"
        />
      );
    case 'choice':
    case 'boolean':
      return <ChoiceInput {...control} options={spec.kind === 'choice' ? spec.options : booleans} />;
    case 'text':
    case 'json':
      return <GrowingTextArea {...control} spellCheck={spec.kind === 'text'} autoCapitalize="off" />;
    case 'list':
      return <TextInput {...control} autoComplete="off" autoCapitalize="off" />;
  }
}

interface ChoiceInputProps extends ComponentProps<'select'> {
  readonly options: ChoiceKind['options'];
  readonly value: string;
}

/** One of a few values, or the default. An unknown value is kept as an option. */
function ChoiceInput({ options, ...props }: ChoiceInputProps) {
  const isKnown = props.value === '' || options.some(({ value }) => value === props.value);
  return (
    <Select {...props}>
      <option value="">Default</option>
      {!isKnown && <option value={props.value}>{visibleLine(props.value)}</option>}
      {options.map(({ value, description }) => (
        <option key={value} value={value} title={description}>
          {visibleLine(value)}
        </option>
      ))}
    </Select>
  );
}

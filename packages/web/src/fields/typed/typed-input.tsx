import {
  attempt,
  parseTyped,
  visibleLine,
  type ChoiceKind,
  type NumberKind,
  type OneLineKind,
} from '@tryout/engine';
import type { ComponentProps } from 'react';
import { Select, TextInput } from '../../lib/ui/inputs.tsx';
import { GrowingTextArea } from '../text/long-text-area.tsx';

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
          placeholder={defaultNumber?.toString()}
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            onText(stepped(text, spec, event.key === 'ArrowUp' ? 1 : -1));
          }}
        />
      );
    case 'choice':
    case 'boolean':
      return <ChoiceInput {...control} options={spec.kind === 'choice' ? spec.options : booleans} />;
    case 'text':
    case 'json':
      return <GrowingTextArea {...control} rows={1} spellCheck={spec.kind === 'text'} autoCapitalize="off" />;
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

export type NumberLimits = Omit<NumberKind, 'kind'>;

/** The number one step up or down, within its limits. Steps are 1 for integers and 0.1 for others, from the minimum. */
export function stepped(text: string, limits: NumberLimits, direction: 1 | -1): string {
  const { integer, minimum = -Infinity, maximum = Infinity } = limits;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = limits;
  const step = integer ? 1 : 0.1;
  const min = Math.max(minimum, exclusiveMinimum + step);
  const max = Math.min(maximum, exclusiveMaximum - step);
  const now = Number(text);
  const next = text.trim() === '' || Number.isNaN(now) ? Math.max(0, min) : now + direction * step;
  // Removes floating-point rounding errors.
  return String(Number(Math.min(max, Math.max(min, next)).toPrecision(12)));
}

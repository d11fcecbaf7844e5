import { parseTyped, visibleLine, type ChoiceKind, type NumberKind, type OneLineKind } from '@tryout/engine';
import type { KeyboardEvent } from 'react';
import { Select, TextInput } from '../../lib/ui/inputs.tsx';
import { GrowingTextArea } from '../text/long-text-area.tsx';

interface ControlProps {
  readonly id: string;
  readonly disabled: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

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

/** The control for a value that is parsed from text. */
export function TypedInput(options: TypedInputProps) {
  const { id, spec, text, describedBy, disabled, defaultNumber, onText } = options;
  const props: ControlProps = {
    id,
    disabled,
    'aria-invalid': text !== '' && !isValid(spec, text),
    'aria-describedby': describedBy,
  };
  const onChange = (event: { readonly target: { readonly value: string } }) => onText(event.target.value);
  switch (spec.kind) {
    case 'number':
      return (
        <NumberInput
          {...props}
          placeholder={defaultNumber?.toString()}
          spec={spec}
          text={text}
          onText={onText}
        />
      );
    case 'choice':
      return <ChoiceInput {...props} options={spec.options} text={text} onText={onText} />;
    case 'boolean':
      return (
        <ChoiceInput
          {...props}
          options={[{ value: 'true' }, { value: 'false' }]}
          text={text}
          onText={onText}
        />
      );
    case 'text':
    case 'json':
      return (
        <GrowingTextArea
          {...props}
          rows={1}
          spellCheck={spec.kind === 'text'}
          autoCapitalize="off"
          value={text}
          onChange={onChange}
        />
      );
    case 'list':
      return (
        <TextInput {...props} autoComplete="off" autoCapitalize="off" value={text} onChange={onChange} />
      );
  }
}

function isValid(spec: OneLineKind, text: string): boolean {
  try {
    parseTyped(spec, text, 'It');
    return true;
  } catch {
    return false;
  }
}

interface ValueProps extends ControlProps {
  readonly text: string;
  onText(text: string): void;
}

/** One of a few values, or the default. An unknown value is kept as an option. */
function ChoiceInput({ options, text, onText, ...props }: ValueProps & Pick<ChoiceKind, 'options'>) {
  const isKnown = text === '' || options.some(({ value }) => value === text);
  return (
    <Select {...props} value={text} onChange={(event) => onText(event.target.value)}>
      <option value="">Default</option>
      {!isKnown && <option value={text}>{visibleLine(text)}</option>}
      {options.map(({ value, description }) => (
        <option key={value} value={value} title={description}>
          {visibleLine(value)}
        </option>
      ))}
    </Select>
  );
}

interface NumberInputProps extends ValueProps {
  readonly spec: NumberLimits;
  readonly placeholder: string | undefined;
}

/** A number as text, so that invalid input can be fixed; the Up and Down keys change it. */
function NumberInput({ spec, text, onText, ...props }: NumberInputProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onText(stepped(text, spec, event.key === 'ArrowUp' ? 1 : -1));
  }
  return (
    <TextInput
      {...props}
      inputMode={spec.integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
    />
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

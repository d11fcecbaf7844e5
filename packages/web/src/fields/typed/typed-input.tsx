import {
  type ChoiceField,
  type NumberField,
  type OneLineField,
  parseTyped,
  visibleLine,
} from '@tryout/engine';
import type { KeyboardEvent } from 'react';
import { Select, TextInput } from '../../lib/ui/inputs.tsx';
import { GrowingTextArea } from '../text/long-text-area.tsx';

interface TypedInputProps {
  readonly id: string;
  readonly spec: OneLineField;
  /** As typed; empty where nothing is given. */
  readonly text: string;
  /** Ids of what is said of it, for example its limits or what is wrong; what has the id `{id}-hint` by default. */
  readonly describedBy?: string;
  readonly disabled: boolean;
  onText(text: string): void;
}

const truths = [{ value: 'true' }, { value: 'false' }];

/** The control for a value that is given as text: a parameter of any kind. */
export function TypedInput({
  id,
  spec,
  text,
  describedBy = `${id}-hint`,
  disabled,
  onText,
}: TypedInputProps) {
  const props = {
    id,
    text,
    disabled,
    onText,
    'aria-invalid': text !== '' && !canBeRead(spec, text),
    'aria-describedby': describedBy,
  };
  switch (spec.kind) {
    case 'number':
      return <NumberInput {...props} spec={spec} />;
    case 'choice':
      return <ChoiceInput {...props} spec={spec} none="Default" />;
    case 'boolean':
      return <ChoiceInput {...props} spec={{ options: truths }} none="Default" />;
    case 'text':
    case 'json': {
      const { onText: _onText, text: _text, ...plain } = props;
      return (
        <GrowingTextArea
          {...plain}
          rows={1}
          spellCheck={spec.kind === 'text'}
          autoCapitalize="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      );
    }
    case 'list': {
      const { onText: _onText, text: _text, ...plain } = props;
      return (
        <TextInput
          {...plain}
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      );
    }
  }
}

function canBeRead(spec: OneLineField, text: string): boolean {
  try {
    parseTyped(spec, text, 'It');
    return true;
  } catch {
    return false;
  }
}

interface ChoiceInputProps extends ControlProps<Pick<ChoiceField, 'options'>> {
  /** What stands for nothing given. */
  readonly none: string;
}

/** One of a few values, or none. A text that is none of them is shown all the same. */
function ChoiceInput({ spec, none, text, onText, ...props }: ChoiceInputProps) {
  const isKnown = text === '' || spec.options.some(({ value }) => value === text);
  return (
    <Select {...props} value={text} onChange={(event) => onText(event.target.value)}>
      <option value="">{none}</option>
      {!isKnown && <option value={text}>{visibleLine(text)}</option>}
      {spec.options.map(({ value, description }) => (
        <option key={value} value={value} title={description}>
          {visibleLine(value)}
        </option>
      ))}
    </Select>
  );
}

/**
 * A number as text, so that what is no number stays to be mended; up and down change it within its limits.
 */
function NumberInput({ spec, text, onText, ...props }: ControlProps<NumberLimits>) {
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

/** What a number may be. */
export type NumberLimits = Pick<
  NumberField,
  'integer' | 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum'
>;

/** The number after one step up or down, within its limits: 1 for whole numbers, else a tenth. Begins at the least. */
export function stepped(text: string, limits: NumberLimits, direction: 1 | -1): string {
  const { integer, minimum = -Infinity, maximum = Infinity } = limits;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = limits;
  const step = integer ? 1 : 0.1;
  const least = Math.max(minimum, exclusiveMinimum + step);
  const most = Math.min(maximum, exclusiveMaximum - step);
  const now = Number(text);
  const next = text.trim() === '' || Number.isNaN(now) ? Math.max(0, least) : now + direction * step;
  // Tenths do not add up to tenths in binary.
  return String(Number(Math.min(most, Math.max(least, next)).toPrecision(12)));
}

/** What a control of one typed value is given. */
interface ControlProps<Spec> {
  readonly id: string;
  readonly spec: Spec;
  /** As typed; empty where nothing is given. */
  readonly text: string;
  readonly disabled: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby'?: string | undefined;
  onText(text: string): void;
}

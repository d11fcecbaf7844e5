import {
  freeParameterNote,
  otherParameterHint,
  getMessage,
  getParameterError,
  freeParameter,
  isRunning,
  parameterLimits,
  parameterRange,
  visibleLine,
  withParameter,
  type InputError,
  type ParameterRow as Row,
  type ParameterSpec,
} from '@tryout/engine';
import { RotateCcw, X } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { TypedInput } from '../../fields/typed/typed-input.tsx';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { getDisabledProps, InputFrame, TextInput } from '../../ui/inputs.tsx';
import styles from './options.module.css';

interface ParameterRowProps extends Row {
  readonly specs: readonly ParameterSpec[];
  /** The typed text; undefined if the parameter is not set. */
  readonly text: string | undefined;
  onText(text: string): void;
  /** Called when a parameter that is not in the schema is removed. */
  onRemove(): void;
}

/** A parameter with its input, error, limits and description. */
export function ParameterRow({ name, spec, specs, text, onText, onRemove }: ParameterRowProps) {
  const disabled = useSessionState(isRunning);
  const id = useId();
  const error = getParameterError(specs, name, text);
  const description = spec
    ? [parameterLimits(spec), spec.description].filter(Boolean).join('. ')
    : freeParameterNote(specs, name);
  return (
    <div className={styles.row}>
      <div className={classes(styles.rowName, text !== undefined && styles.changed)}>
        <label htmlFor={id}>{visibleLine(name)}</label>
        {text !== undefined && (
          <IconButton
            icon={spec ? RotateCcw : X}
            label={`${spec ? 'Reset' : 'Remove'} ${visibleLine(name)}`}
            disabled={disabled}
            className={styles.remove}
            onClick={() => {
              onText('');
              if (spec) document.getElementById(id)?.focus();
              else onRemove();
            }}
          />
        )}
      </div>
      <div className={styles.control}>
        {spec && <Slider spec={spec} text={text} disabled={disabled} onText={onText} />}
        <TypedInput
          id={id}
          spec={spec ?? { kind: 'text' }}
          text={text ?? ''}
          defaultNumber={typeof spec?.default === 'number' ? spec.default : undefined}
          describedBy={`${id}-error ${id}-hint`}
          onText={onText}
          disabled={disabled}
        />
      </div>
      <p id={`${id}-error`} role="status" className="note danger">
        {error && getMessage(error)}
      </p>
      <p id={`${id}-hint`} className="note">
        {description}
      </p>
    </div>
  );
}

/** Steps of a slider for fractions. */
const STEPS = 20;

interface SliderProps extends Pick<ParameterRowProps, 'text' | 'onText'> {
  readonly spec: ParameterSpec;
  readonly disabled: boolean;
}

/** A slider for a number with a known range; other values can be typed next to it. */
function Slider({ spec, text, disabled, onText }: SliderProps) {
  const range = parameterRange(spec);
  if (spec.kind !== 'number' || !range) return null;
  const [from, to] = range;
  const step = spec.integer ? 1 : (to - from) / STEPS;
  // Without a value, there is nothing to announce; the value can be typed.
  const unsetProps = text === undefined && { 'aria-hidden': true, tabIndex: -1 };
  return (
    <input
      type="range"
      aria-label={`${visibleLine(spec.name)}, slider`}
      {...unsetProps}
      className={classes(styles.slider, text === undefined && styles.unset)}
      min={spec.exclusiveMinimum === from ? from + step : from}
      max={spec.exclusiveMaximum === to ? to - step : to}
      step={step}
      value={text ?? Number(spec.default ?? (from + to) / 2)}
      onChange={(event) => onText(event.target.value)}
      {...getDisabledProps(disabled)}
    />
  );
}

interface FreeParameterInputProps {
  readonly specs: readonly ParameterSpec[];
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** Adds a parameter as `name=value`. */
export function FreeParameterInput({ specs, ref }: FreeParameterInputProps) {
  const session = useSession();
  const disabled = useSessionState(isRunning);
  const [text, setText] = useState('');
  const [error, setError] = useState<InputError>();
  const id = useId();

  function add(): void {
    const parameter = freeParameter(specs, text);
    if (parameter instanceof Error) return setError(parameter);
    session.setParameters(withParameter(session.getSnapshot().parameters, parameter.name, parameter.value));
    setText('');
    ref.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Ctrl-Enter starts a run.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (text.trim() !== '') add();
  }

  return (
    <InputFrame label="Custom parameter" htmlFor={id} hint={otherParameterHint(specs.length)}>
      <div className={styles.line}>
        <TextInput
          ref={ref}
          id={id}
          value={text}
          placeholder="name=value"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
        <Button disabled={disabled || text.trim() === ''} onClick={add}>
          Add
        </Button>
      </div>
      <p id={`${id}-error`} role="status" className="note danger">
        {error && getMessage(error)}
      </p>
    </InputFrame>
  );
}

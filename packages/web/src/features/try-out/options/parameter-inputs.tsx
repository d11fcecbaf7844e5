import {
  aboutFreeParameter,
  aboutOtherParameters,
  faultOf,
  faultWords,
  freeParameter,
  type ParameterFault,
  parameterLimits,
  type ParameterRow as Row,
  type ParameterSpec,
  visibleLine,
  withParameter,
} from '@tryout/engine';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { TypedInput } from '../../../fields/typed/typed-input.tsx';
import { useSession } from '../../../lib/app-context.ts';
import { classes } from '../../../lib/classes.ts';
import { Button, IconButton } from '../../../lib/ui/button.tsx';
import { InputFrame, TextInput } from '../../../lib/ui/inputs.tsx';
import styles from './options.module.css';

interface ParameterRowProps extends Row {
  readonly specs: readonly ParameterSpec[];
  /** As it was typed; undefined where it is not given. */
  readonly text: string | undefined;
  readonly disabled: boolean;
  onText(text: string): void;
}

/** One parameter: its name, what it may be, its input, what is wrong with it, and what it does. */
export function ParameterRow({ name, spec, specs, text, disabled, onText }: ParameterRowProps) {
  const id = useId();
  const fault = faultOf(specs, name, text);
  const words = spec
    ? [parameterLimits(spec), spec.description].filter(Boolean).join('. ')
    : aboutFreeParameter(specs, name);
  return (
    <div className={styles.row}>
      <div className={classes(styles.rowName, text !== undefined && styles.given)}>
        <label htmlFor={id}>{visibleLine(name)}</label>
        {text !== undefined && (
          <IconButton
            icon={X}
            label={`Take ${visibleLine(name)} out`}
            disabled={disabled}
            className={styles.out}
            onClick={() => {
              onText('');
              document.getElementById(id)?.focus();
            }}
          />
        )}
      </div>
      <TypedInput
        id={id}
        spec={spec ?? { kind: 'text' }}
        text={text ?? ''}
        describedBy={`${id}-fault ${id}-hint`}
        onText={onText}
        disabled={disabled}
      />
      <p id={`${id}-fault`} role="status" className={styles.wrong}>
        {fault && faultWords(fault)}
      </p>
      <p id={`${id}-hint`} className={styles.note}>
        {words}
      </p>
    </div>
  );
}

interface FreeParameterInputProps {
  readonly specs: readonly ParameterSpec[];
  readonly disabled: boolean;
}

/** Adds a parameter that is typed whole. */
export function FreeParameterInput({ specs, disabled }: FreeParameterInputProps) {
  const session = useSession();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<ParameterFault>();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  function add(): void {
    const found = freeParameter(specs, text);
    if ('message' in found) return setFault(found);
    session.setParameters(withParameter(session.getSnapshot().parameters, found.name, found.value));
    setText('');
    // The button is closed now.
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // With Ctrl it runs, as everywhere in the form.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (text.trim() !== '') add();
  }

  return (
    <InputFrame label="Another parameter" htmlFor={id} hint={aboutOtherParameters(specs.length)}>
      <div className={styles.line}>
        <TextInput
          ref={input}
          id={id}
          value={text}
          placeholder="name=value"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          disabled={disabled}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-hint ${id}-fault`}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setFault(undefined);
          }}
        />
        <Button disabled={disabled || text.trim() === ''} onClick={add}>
          Add
        </Button>
      </div>
      <p id={`${id}-fault`} role="status" className={styles.wrong}>
        {fault && faultWords(fault)}
      </p>
    </InputFrame>
  );
}

import {
  aboutOtherParameters,
  faultWords,
  freeParameter,
  withParameter,
  type ParameterFault,
  type ParameterSpec,
} from '@tryout/engine';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useSession } from '../../../lib/session-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { InputFrame } from '../../../lib/ui/input-frame.tsx';
import { TextInput } from '../../../lib/ui/text-input.tsx';
import styles from './options.module.css';

export interface FreeParameterInputProps {
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

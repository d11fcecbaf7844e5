import {
  aboutFreeParameter,
  faultOf,
  faultWords,
  parameterLimits,
  visibleLine,
  type ParameterRow as Row,
  type ParameterSpec,
} from '@tryout/engine';
import { X } from 'lucide-react';
import { useId } from 'react';
import { TypedInput } from '../../../fields/typed-input.tsx';
import { classes } from '../../../lib/classes.ts';
import { IconButton } from '../../../lib/ui/icon-button.tsx';
import styles from './options.module.css';

export interface ParameterRowProps extends Row {
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

import type { KeyboardEvent } from 'react';
import { TextInput } from '../../lib/ui/text-input.tsx';
import type { ControlProps } from './control-props.ts';
import { stepped, type NumberLimits } from './stepped.ts';

/**
 * A number as text, so that what is no number stays to be mended; up and down change it within its limits.
 */
export function NumberInput({ spec, text, onText, ...props }: ControlProps<NumberLimits>) {
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

import {
  isFailure,
  limitsOf,
  parseTyped,
  type Field,
  type FieldValue,
  type OneLineField,
} from '@tryout/engine';
import { valueInput } from './value-input.ts';
import { paragraph } from '../../panels/paragraph.ts';
import type { FieldBox, FieldSlot } from '../field-box.ts';

/** Fields that are filled on one line. */
type ValueField = Extract<Field, { kind: 'choice' | 'number' | 'boolean' }>;

/** A box for a value on one line, which is checked as it is typed; what it does not take stays, and counts as nothing. */
export function valueBox({ picker, name, field, value, set }: FieldSlot<ValueField>): FieldBox {
  const { theme } = picker;
  const input = valueInput(field as OneLineField, theme);
  let last: FieldValue | undefined;
  let fault: string | undefined;

  /** An example or Clear may have changed the value in the meantime. */
  function take(): void {
    const now = value();
    if (now === last) return;
    last = now;
    fault = undefined;
    input.setText(now === undefined ? '' : String(now as string | number | boolean));
  }

  function check(): void {
    fault = undefined;
    last = undefined;
    try {
      if (input.text.trim() !== '') last = parseTyped(field, input.text.trim(), name);
    } catch (error) {
      if (!isFailure(error)) throw error;
      fault = error.message;
    }
    set(last);
  }

  return {
    draw({ columns }, isFocused) {
      take();
      const label = isFocused ? theme.accent(field.label) : field.label;
      const about = fault ?? (isFocused ? (field.description ?? limitsOf(field as OneLineField)) : '');
      const style = fault === undefined ? theme.dim : theme.error;
      return {
        lines: [
          label,
          `  ${input.draw(Math.max(1, columns - 2), isFocused)}`,
          ...(about === '' ? [] : paragraph(about, columns - 2, style).map((line) => `  ${line}`)),
        ],
      };
    },
    onKey(key) {
      take();
      if (!input.onKey(key)) return false;
      check();
      return true;
    },
  };
}

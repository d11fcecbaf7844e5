import type { Field } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import type { FieldBox } from '../../fields/field-box.ts';
import { fieldBox } from '../../fields/field-boxes.ts';

/** The boxes of a form, one of which has the keyboard. */
export interface FormFields {
  readonly boxes: readonly FieldBox[];
  /** From 0. */
  focused(): number;
  box(): FieldBox | undefined;
  /** To the next place, within the box or behind it; from the last one on to the first when it goes round. */
  move(direction: 'next' | 'previous', goesRound: boolean): boolean;
  /** To what is missing in a field, by its name. */
  focus(name: string): void;
}

/** Makes a box for each field of the chosen task; their values are the session's. */
export function formFields(picker: Picker): FormFields {
  const { session } = picker;
  const entries = Object.entries(session.getSnapshot().task?.fields ?? {});
  const boxes = entries.map(([name, field]: [string, Field]) =>
    fieldBox({
      picker,
      name,
      field,
      value: () => session.getSnapshot().values[name],
      set: (value) => session.setValue(name, value),
    }),
  );
  let current = 0;
  return {
    boxes,
    focused: () => current,
    box: () => boxes[current],
    move(direction, goesRound) {
      if (boxes[current]?.step?.(direction)) return true;
      const next = current + (direction === 'next' ? 1 : -1);
      const isInside = next >= 0 && next < boxes.length;
      if (!isInside && !goesRound) return false;
      current = (next + boxes.length) % boxes.length;
      boxes[current]?.onFocus?.(direction === 'next' ? 'before' : 'after');
      return true;
    },
    focus(name) {
      const index = entries.findIndex(([each]) => each === name);
      const box = boxes[index];
      if (!box) return;
      current = index;
      box.onFocus?.('before');
      const value = session.getSnapshot().values[name];
      // In a list it is the first entry that is missing.
      const steps = Array.isArray(value) ? (value as readonly string[]).indexOf('') : 0;
      for (let step = 0; step < steps; step += 1) box.step?.('next');
    },
  };
}

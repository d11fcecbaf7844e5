import {
  isFileInput,
  isSomething,
  size,
  visibleLine,
  type Field,
  type FieldValue,
  type Task,
} from '@tryout/engine';
import { useSyncExternalStore } from 'react';
import { MOST_KEPT_BYTES } from '../../../lib/kept-form/kept-value.ts';
import { slotName, unkept, type WhyUnkept } from '../../../lib/kept-form/unkept.ts';
import { useSessionState } from '../../../lib/session-context.ts';
import styles from './task-form.module.css';

const reasons: Readonly<Record<WhyUnkept, string>> = {
  large: `it is larger than ${size(MOST_KEPT_BYTES)}.`,
  full: 'this browser has no room for it.',
  refused: 'this browser keeps nothing for this page.',
};

/** Says of which inputs it is not true that they outlive loading the page anew; nothing where it is of all. */
export function UnkeptNote({ task }: { readonly task: Task }) {
  const missing = useSyncExternalStore(unkept.subscribe, unkept.getSnapshot);
  const values = useSessionState((state) => state.values);
  const hasSomething = Object.values(values).some(isSomething);
  const whole = hasSomething ? missing.get('form') : undefined;
  const lines = whole
    ? [`What you fill in is gone once this page is loaded anew: ${reasons[whole]}`]
    : Object.entries(task.fields).flatMap(([name, field]) => {
        const why = missing.get(slotName(task.id, name));
        return why
          ? [`${nameOf(field, values[name])} is gone once this page is loaded anew: ${reasons[why]}`]
          : [];
      });
  return (
    <p role="status" className={styles.told}>
      {lines.join(' ')}
    </p>
  );
}

function nameOf({ label }: Field, value: FieldValue | undefined): string {
  return visibleLine(isFileInput(value) ? (value as { readonly name: string }).name : label);
}

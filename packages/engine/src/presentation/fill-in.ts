import { isFilled, type FieldValue, type Values } from '../fields/index.ts';
import type { Task } from '../tasks/index.ts';

/** Of some values those for fields that are empty now. */
export function unfilled({ fields }: Pick<Task, 'fields'>, now: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = fields[name];
      return field && !isFilled(field, now[name]);
    }),
  );
}

/** Whether a value holds anything that would be lost. */
export function isSomething(value: FieldValue | undefined): boolean {
  if (Array.isArray(value)) return (value as readonly FieldValue[]).some(isSomething);
  return value !== undefined && value !== '';
}

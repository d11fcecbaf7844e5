import type { FieldValue } from '@tryout/engine';

/** The value beside which each draft was made. */
const madeBeside = new WeakMap<object, { readonly value: FieldValue | undefined }>();

/** Under which name a session has the draft of a field: one that no field has. */
export function draftName(field: string): string {
  return `${field} draft`;
}

/** Remembers beside which value of its field a draft was made. */
export function putBeside(draft: object, value: FieldValue | undefined): void {
  madeBeside.set(draft, { value });
}

/** Whether a draft was made beside just this value. */
export function isBeside(draft: unknown, value: FieldValue | undefined): draft is object {
  const made = typeof draft === 'object' && draft !== null ? madeBeside.get(draft) : undefined;
  return made !== undefined && made.value === value;
}

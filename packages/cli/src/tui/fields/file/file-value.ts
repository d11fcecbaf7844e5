import type { FieldValue, FileInput } from '@tryout/engine';

/** Whether a field's value is a file rather than what was read from one. */
export function isFileInput(value: FieldValue | undefined): value is FileInput {
  if (typeof value !== 'object' || value === null) return false;
  return 'open' in value && typeof value.open === 'function';
}

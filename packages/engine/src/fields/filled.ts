import type { Field, FieldValue, Fields, Values } from './field.ts';

/**
 * Whether a field holds what a run needs: a file, a text that is not empty, a list whose entries are all filled
 * (specification, section 5). Optional fields always do.
 */
export function isFilled(field: Field, value: FieldValue | undefined): boolean {
  if (field.optional) return true;
  if (value === undefined) return false;
  if (field.kind === 'list')
    return Array.isArray(value) && value.length > 0 && value.every((entry) => entry !== '');
  return value !== '';
}

/** The names of the fields that a run still needs, in display order. */
export function missingFields(fields: Fields, values: Values): string[] {
  return Object.entries(fields)
    .filter(([name, field]) => !isFilled(field, values[name]))
    .map(([name]) => name);
}

/** The values of a new form: lists with empty entries, all else undefined. */
export function emptyValues(fields: Fields = {}): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.kind === 'list' ? Array<string>(field.startsWith).fill('') : undefined,
    ]),
  );
}

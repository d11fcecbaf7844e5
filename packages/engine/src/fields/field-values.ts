import type { Field, Fields, FieldValue, ListField, Values } from './field.ts';
import { isListField } from './field-kinds.ts';

/** Whether a text has more than white space, which counts as empty. */
export function hasText(text: string): boolean {
  return text.trim() !== '';
}

/**
 * Whether a field is complete: texts need more than white space, lists all their entries (specification, section 5);
 * optional fields always are.
 */
export function isFilled(field: Field, value: FieldValue | undefined): boolean {
  if (field.optional) return true;
  if (isListField(field)) return Array.isArray(value) && value.length > 0 && value.every(hasText);
  return typeof value === 'string' ? hasText(value) : value !== undefined;
}

/** The position of the first empty entry of a list; -1 if there is none. */
export function findEmptyEntry(entries: readonly string[]): number {
  return entries.findIndex((entry) => !hasText(entry));
}

/** Names of the incomplete fields, in display order. */
export function missingFields(fields: Fields, values: Values): string[] {
  return Object.entries(fields)
    .filter(([name, field]) => !isFilled(field, values[name]))
    .map(([name]) => name);
}

/** The entries that a form shows for a list: empty ones for a new list. */
export function listEntries(field: ListField, value?: FieldValue): readonly string[] {
  if (Array.isArray(value) && value.length > 0) return value as readonly string[];
  return Array<string>(field.startsWith).fill('');
}

/** The values of a new form: empty entries for lists, undefined for other fields. */
export function emptyValues(fields: Fields = {}): Values {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, field]) => [name, isListField(field) ? listEntries(field) : undefined]),
  );
}

/** The lists as a run sends them: split at commas, without trailing empty entries that the user added. */
export function tidyLists(fields: Fields = {}, values: Values): Values {
  const tidied: Record<string, FieldValue> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!isListField(field)) continue;
    const entries = listEntries(field, values[name]);
    const split = splitSingleEntry(field, entries);
    const end = Math.max(field.startsWith, split.findLastIndex(hasText) + 1);
    if (split !== entries || end < split.length) tidied[name] = split.slice(0, end);
  }
  return { ...values, ...tidied };
}

/**
 * Splits a single entry such as `urgent, can wait` where commas separate entries; else returns the same
 * entries. Empty entries do not count.
 */
export function splitSingleEntry(field: ListField, entries: readonly string[]): readonly string[] {
  const [only, ...others] = entries.filter(hasText);
  if (!field.splitsAtCommas || only === undefined || others.length > 0) return entries;
  const parts = splitAtCommas(only);
  return parts.length > 1 ? parts : entries;
}

export function splitAtCommas(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The command-line option of a field: `source-sentence` for `sourceSentence`; for lists the name of an entry. */
export function getOptionName(name: string, field: Field): string {
  if (isListField(field)) return field.entryName;
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

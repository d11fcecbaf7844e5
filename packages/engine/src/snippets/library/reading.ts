import { isPythonName } from '../python/python-name.ts';

/** A card's entries by name; none where it holds something else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The texts of a card's list; none where it holds something else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

/** Whether a card's value is a text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** A card's value where it can stand as a name in code. */
export function nameOf(value: unknown): string | undefined {
  return isText(value) && isPythonName(value) ? value : undefined;
}

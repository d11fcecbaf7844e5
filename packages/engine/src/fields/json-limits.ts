import { InputError } from '../errors/index.ts';

/** Nesting that no honest value has. Deeper ones break what walks them by recursion, `JSON.stringify` for one. */
export const DEEPEST = 100;

/** Whether `visit` is true for any part of a value; depths count from 1, and it descends only as far as the limit. */
function someWithin(value: unknown, visit: (part: unknown, depth: number) => boolean, depth = 1): boolean {
  if (visit(value, depth)) return true;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
  const parts = Array.isArray(value) ? (value as unknown[]) : Object.values(value);
  return parts.some((part) => someWithin(part, visit, depth + 1));
}

/** Whether a parsed value nests deeper than any honest one. */
export function isTooDeep(value: unknown): boolean {
  return someWithin(value, (part, depth) => depth > DEEPEST && typeof part === 'object' && part !== null);
}

/**
 * Checks that JSON of a person's can be sent as it is.
 * @throws InputError for what nests too deep, and for numbers that became infinite and would be sent as null
 */
export function requireSendable(value: unknown, name: string): void {
  if (isTooDeep(value)) {
    throw new InputError(`${name} nests too deep`, { hint: `It may nest ${DEEPEST} times.` });
  }
  if (someWithin(value, (part) => typeof part === 'number' && !Number.isFinite(part))) {
    throw new InputError(`${name} holds a number that is too large`, { hint: 'Numbers go up to 1.7e308.' });
  }
}

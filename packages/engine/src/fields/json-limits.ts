import { InputError } from '../errors/index.ts';

/** Deeper nesting breaks recursive functions such as `JSON.stringify`. */
export const MAX_DEPTH = 100;

/** Whether `visit` is true for any part of a value, down to the maximum depth. */
function somePart(value: unknown, visit: (part: unknown, depth: number) => boolean, depth = 1): boolean {
  if (visit(value, depth)) return true;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
  const parts = Array.isArray(value) ? (value as unknown[]) : Object.values(value);
  return parts.some((part) => somePart(part, visit, depth + 1));
}

export function isTooDeep(value: unknown): boolean {
  return somePart(value, (part, depth) => depth > MAX_DEPTH && typeof part === 'object' && part !== null);
}

/** @throws InputError for deeply nested values, and for infinite numbers, which would be sent as null */
export function requireSendable(value: unknown, name: string): void {
  if (isTooDeep(value)) {
    throw new InputError(`${name} is nested too deeply`, {
      hint: `The maximum depth is ${MAX_DEPTH} levels.`,
    });
  }
  if (somePart(value, (part) => typeof part === 'number' && !Number.isFinite(part))) {
    throw new InputError(`${name} contains a number that is too large`, { hint: 'The maximum is 1.7e308.' });
  }
}

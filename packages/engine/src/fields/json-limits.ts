import { InputError } from '../errors/index.ts';

/** Deeper nesting breaks recursive functions such as `JSON.stringify`. */
export const MAX_DEPTH = 100;

export function isTooDeep(value: unknown, depth = 1): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > MAX_DEPTH || Object.values(value).some((part) => isTooDeep(part, depth + 1));
}

/** @throws InputError for deeply nested values */
export function requireShallow(value: unknown, name: string): void {
  if (!isTooDeep(value)) return;
  throw new InputError(`${name} is nested too deeply`, { hint: `The maximum depth is ${MAX_DEPTH} levels.` });
}

/** @throws InputError for deeply nested values, and for infinite numbers, which would be sent as null */
export function requireSendable(value: unknown, name: string): void {
  requireShallow(value, name);
  requireFinite(value, name);
}

function requireFinite(value: unknown, name: string): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new InputError(`${name} contains a number that is too large`, { hint: 'The maximum is 1.7e308.' });
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) requireFinite(part, name);
}

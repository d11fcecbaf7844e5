import { InputError } from '../errors/index.ts';

/** Nesting that no honest value has. Deeper ones break what walks them by recursion, `JSON.stringify` for one. */
export const DEEPEST = 100;

/** Calls `visit` with every part of a value and its depth, from 1 on, until it gives true. Walks without recursion. */
function someWithin(value: unknown, visit: (part: unknown, depth: number) => boolean): boolean {
  const waiting: [part: unknown, depth: number][] = [[value, 1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [part, depth] = next;
    if (visit(part, depth)) return true;
    if (typeof part !== 'object' || part === null) continue;
    for (const entry of Array.isArray(part) ? (part as unknown[]) : Object.values(part))
      waiting.push([entry, depth + 1]);
  }
  return false;
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

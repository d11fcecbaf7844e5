import type { JsonValue } from './json-value.ts';

const paths = new WeakMap<object, string>();

/** Remembers that a value is just what a UTF-8 file holds, so that code for it can read the file. */
export function rememberJsonFile(value: JsonValue, path: string): void {
  if (typeof value === 'object' && value !== null) paths.set(value, path);
}

/** The path of the file that holds just this value, as the person gave it; undefined where there is none. */
export function jsonFileOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? paths.get(value) : undefined;
}

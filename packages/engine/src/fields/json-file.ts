import type { JsonValue } from './json-value.ts';

const PATH = Symbol('path');

/** Marks a value as the content of a UTF-8 file, so that code for it can read the file. */
export function rememberJsonFile(value: JsonValue, path: string): void {
  if (typeof value === 'object' && value !== null) Object.defineProperty(value, PATH, { value: path });
}

/** The path of the file whose content a value is, as it was typed. */
export function jsonFileOf(value: unknown): string | undefined {
  return (value as { readonly [PATH]?: string } | null | undefined)?.[PATH];
}

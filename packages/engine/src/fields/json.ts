import { InputError } from '../errors/index.ts';
import type { JsonValue } from './field.ts';
import type { FileInput } from './files.ts';

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

const FILE = Symbol('file');

type FileEncoding = 'base64' | 'data-url';

/** A file in a JSON body; its bytes are inserted while the request is sent. */
export interface FilePlaceholder {
  readonly [FILE]: true;
  readonly file: FileInput;
  readonly encoding: FileEncoding;
  /** For data URLs; may differ from the file's own. */
  readonly contentType: string;
}

/** JSON that may contain files. */
export type JsonTemplate =
  | string
  | number
  | boolean
  | null
  | FilePlaceholder
  | readonly JsonTemplate[]
  | { readonly [key: string]: JsonTemplate };

export function fileIn(
  file: FileInput,
  encoding: FileEncoding = 'base64',
  contentType = file.contentType,
): FilePlaceholder {
  return Object.freeze({ [FILE]: true, file, encoding, contentType } as const);
}

export function isFilePlaceholder(value: unknown): value is FilePlaceholder {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, FILE);
}

/** Copies JSON. @param replace returns what replaces a part, or undefined to copy the part */
export function mapTemplate(value: JsonTemplate, replace: (part: JsonTemplate) => unknown): unknown {
  const replaced = replace(value);
  if (replaced !== undefined) return replaced;
  if (typeof value !== 'object' || value === null || isFilePlaceholder(value)) return value;
  if (Array.isArray(value)) return value.map((part: JsonTemplate) => mapTemplate(part, replace));
  const entries = Object.entries(value) as [string, JsonTemplate][];
  return Object.fromEntries(entries.map(([name, part]) => [name, mapTemplate(part, replace)]));
}

/** The files in some JSON. */
export function placeholdersIn(value: JsonTemplate): FilePlaceholder[] {
  if (isFilePlaceholder(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part) => placeholdersIn(part as JsonTemplate));
}

const PATH = Symbol('path');

/** Remembers the UTF-8 file that a value was read from, so that generated code can read it. */
export function rememberJsonFile(value: JsonValue, path: string): void {
  if (typeof value === 'object' && value !== null) Object.defineProperty(value, PATH, { value: path });
}

/** Whether a file is shown as formatted JSON; other tables are shown as a grid (specification, section 2). */
export function isJsonFileName(name = ''): boolean {
  return /\.json$/i.test(name);
}

/** The path, as typed, of the file that a value was read from. */
export function getJsonFile(value: unknown): string | undefined {
  return (value as { readonly [PATH]?: string } | null | undefined)?.[PATH];
}

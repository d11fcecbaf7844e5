import type { JsonValue } from './field.ts';
import type { FileInput } from './file-input.ts';

const fileMark = Symbol('file');

export type FileEncoding = 'base64' | 'data-url';

/** A file in a JSON body; its bytes are inserted while the request is sent. */
export interface FilePlace {
  readonly [fileMark]: true;
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
  | FilePlace
  | readonly JsonTemplate[]
  | { readonly [key: string]: JsonTemplate };

/** Puts a file into a JSON body. */
export function fileIn(
  file: FileInput,
  encoding: FileEncoding = 'base64',
  contentType = file.contentType,
): FilePlace {
  return Object.freeze({ [fileMark]: true, file, encoding, contentType } as const);
}

export function isFilePlace(value: unknown): value is FilePlace {
  return typeof value === 'object' && value !== null && fileMark in value;
}

const PATH = Symbol('path');

/** Marks a value as the content of a UTF-8 file, so that code for it can read the file. */
export function rememberJsonFile(value: JsonValue, path: string): void {
  if (typeof value === 'object' && value !== null) Object.defineProperty(value, PATH, { value: path });
}

/** The path of the file whose content a value is, as it was typed. */
export function jsonFileOf(value: unknown): string | undefined {
  return (value as { readonly [PATH]?: string } | null | undefined)?.[PATH];
}

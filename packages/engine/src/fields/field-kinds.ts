import type { Field, FieldKind, FieldValues, JsonValue } from './field.ts';
import { isFileInput, type FileInput, type MediaKind } from './files.ts';

/** What a kind of field is able to do; a kind does not compile without it. Its formats are in field-formats.ts. */
type FieldKindRow<Kind extends FieldKind> = {
  /** For example `table`. */
  readonly noun: string;
  /** Whether stored data, which other versions may have written, is a value of this kind. */
  isValue(value: unknown): value is FieldValues[Kind];
  /** Whether its value is read from a file. */
  readonly isFile?: boolean;
  /** What the file contains, for values that are files. */
  readonly media?: MediaKind;
  /** Whether its value is a list that can grow. */
  readonly isList?: boolean;
} & (FieldValues[Kind] extends FileInput ? { isFile: true; media: MediaKind } : unknown) &
  (FieldValues[Kind] extends readonly unknown[] ? { isList: true } : unknown);

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isJson = (value: unknown): value is JsonValue => value !== undefined;

const rows = {
  text: { noun: 'text', isValue: isText },
  image: { noun: 'image', isValue: isFileInput, isFile: true, media: 'image' },
  audio: { noun: 'audio', isValue: isFileInput, isFile: true, media: 'audio' },
  json: { noun: 'table', isValue: isJson, isFile: true },
  list: { noun: 'list', isValue: isTexts, isList: true },
} as const satisfies { readonly [Kind in FieldKind]: FieldKindRow<Kind> };

export const fieldKinds: { readonly [Kind in FieldKind]: FieldKindRow<Kind> } = rows;

type KindsWith<Row> = { [Kind in FieldKind]: (typeof rows)[Kind] extends Row ? Kind : never }[FieldKind];

export type FileFieldKind = KindsWith<{ isFile: true }>;
export type MediaFieldKind = KindsWith<{ media: MediaKind }>;

export function isFileField<F extends Field>(field: F): field is Extract<F, { kind: FileFieldKind }> {
  return fieldKinds[field.kind].isFile === true;
}

export function isListField<F extends Field>(
  field: F,
): field is Extract<F, { kind: KindsWith<{ isList: true }> }> {
  return fieldKinds[field.kind].isList === true;
}

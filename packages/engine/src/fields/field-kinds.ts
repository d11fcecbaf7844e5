import type { Field, FieldKind, FieldValues } from './field.ts';
import { isFileInput, type FileInput, type MediaKind } from './files.ts';

/** What a kind of field is able to do; a kind does not compile without it. Its formats are in field-formats.ts. */
interface FieldKindRow<Kind extends FieldKind> {
  /** For example `table`. */
  readonly noun: string;
  /** Whether its value is read from a file. */
  readonly isFile: boolean;
  /** What the file contains, for values that are files. */
  readonly media: FieldValues[Kind] extends FileInput ? MediaKind : undefined;
  /** Whether its value is a list that can grow. */
  readonly isList: boolean;
  /** Whether stored data, which other versions may have written, is a value of this kind. */
  isValue(value: unknown): value is FieldValues[Kind];
}

const isText = (value: unknown): value is string => typeof value === 'string';

export const fieldKinds = {
  text: { noun: 'text', isFile: false, media: undefined, isList: false, isValue: isText },
  image: { noun: 'image', isFile: true, media: 'image', isList: false, isValue: isFileInput },
  audio: { noun: 'audio', isFile: true, media: 'audio', isList: false, isValue: isFileInput },
  json: {
    noun: 'table',
    isFile: true,
    media: undefined,
    isList: false,
    isValue: (value): value is FieldValues['json'] => value !== undefined,
  },
  list: {
    noun: 'list',
    isFile: false,
    media: undefined,
    isList: true,
    isValue: (value): value is readonly string[] => Array.isArray(value) && value.every(isText),
  },
} as const satisfies { readonly [Kind in FieldKind]: FieldKindRow<Kind> };

/** The kinds whose rows have a property. */
type KindsWith<Row> = {
  [Kind in FieldKind]: (typeof fieldKinds)[Kind] extends Row ? Kind : never;
}[FieldKind];

export type FileFieldKind = KindsWith<{ readonly isFile: true }>;

export type MediaFieldKind = KindsWith<{ readonly media: MediaKind }>;

type ListFieldKind = KindsWith<{ readonly isList: true }>;

export function isFileField<F extends Field>(field: F): field is Extract<F, { kind: FileFieldKind }> {
  return fieldKinds[field.kind].isFile;
}

export function isListField<F extends Field>(field: F): field is Extract<F, { kind: ListFieldKind }> {
  return fieldKinds[field.kind].isList;
}

import { type FileInput, isFileInput, type MediaKind } from './files.ts';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export interface FieldOf<Kind extends FieldKind> {
  readonly kind: Kind;
  readonly label: string;
  readonly optional?: boolean;
}

export type TextField = FieldOf<'text'>;

/** An image file; accepts `image/*`. */
type ImageField = FieldOf<'image'>;

/** A sound file; accepts `audio/*`. */
type AudioField = FieldOf<'audio'>;

/** A table (column name to list of cells) as a JSON, CSV or TSV file. */
export type JsonField = FieldOf<'json'>;

/** A list of strings that can grow. */
export interface ListField extends FieldOf<'list'> {
  /** For example `sentence`. */
  readonly entryName: string;
  /** Label of one entry, for example `Input - Sentence #1`; `number` counts from 1. */
  readonly entryLabel: (number: number) => string;
  readonly addLabel: string;
  /** Commas separate entries, unless there are several. */
  readonly splitsAtCommas?: boolean;
  /** Number of empty entries in a new form. */
  readonly startsWith: number;
}

export type Field = TextField | ImageField | AudioField | JsonField | ListField;

export interface FieldValues {
  text: string;
  image: FileInput;
  audio: FileInput;
  json: JsonValue;
  list: readonly string[];
}

export type FieldKind = keyof FieldValues;

export type FieldValue = FieldValues[FieldKind];

/** The fields of a form in display order, by name. */
export type Fields = Readonly<Record<string, Field>>;

export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: FieldValues[F[Name]['kind']] };

/** The values of a form; missing ones are undefined. */
export type Values = Readonly<Record<string, FieldValue | undefined>>;

/** Typed text that is not a value yet, or details that the value lacks. */
export interface FieldDraft {
  readonly text?: string;
  /** A table that is being edited. */
  readonly columns?: readonly { readonly name: string; readonly cells: readonly string[] }[];
  readonly fileName?: string;
  /** Why the text is invalid, and what to do. */
  readonly failure?: string;
  /** The version of the file that the value was read from. */
  readonly version?: string;
}

/** `Question` of the label `Input - Question`. */
export function withoutKind(label: string): string {
  return label.replace(/^(?:Input|Parameter) - /, '');
}

export function text(label = 'Input'): TextField {
  return { kind: 'text', label };
}

export function image(label = 'Input'): ImageField {
  return { kind: 'image', label };
}

export function audio(label = 'Input'): AudioField {
  return { kind: 'audio', label };
}

export function table(label = 'Input'): JsonField {
  return { kind: 'json', label };
}

export function optional<F extends Field>(field: F): F {
  return { ...field, label: `${field.label} (optional)`, optional: true };
}

/** @param entry the label of an entry without its number */
export function list(label: string, entry: string, entryName: string, addLabel: string): ListField {
  return {
    kind: 'list',
    label,
    entryName,
    entryLabel: (number) => `${entry} #${number}`,
    addLabel,
    // Specification, section 9.
    startsWith: 2,
  };
}

/** The candidate labels of the zero-shot tasks. */
export function candidateLabels(): ListField {
  return {
    ...list('Parameter - Candidate Labels', 'Parameter - Candidate Label', 'label', 'Add Candidate Label'),
    splitsAtCommas: true,
  };
}

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

/** Whether a text has more than white space, which counts as empty. */
export function hasText(text: string): boolean {
  return text.trim() !== '';
}

/**
 * Whether a field is complete: texts need more than white space, lists all their entries (specification, section 5);
 * optional fields always are.
 */
export function isFilled(field: Field, value: FieldValue | undefined): boolean {
  if (field.optional) return true;
  if (isListField(field)) return Array.isArray(value) && value.length > 0 && value.every(hasText);
  return typeof value === 'string' ? hasText(value) : value !== undefined;
}

/** The position of the first empty entry of a list; -1 if there is none. */
export function findEmptyEntry(entries: readonly string[]): number {
  return entries.findIndex((entry) => !hasText(entry));
}

/** Names of the incomplete fields, in display order. */
export function missingFields(fields: Fields, values: Values): string[] {
  return Object.entries(fields)
    .filter(([name, field]) => !isFilled(field, values[name]))
    .map(([name]) => name);
}

/** The entries that a form shows for a list: empty ones for a new list. */
export function listEntries(field: ListField, value?: FieldValue): readonly string[] {
  if (Array.isArray(value) && value.length > 0) return value as readonly string[];
  return Array<string>(field.startsWith).fill('');
}

/** The values of a new form: empty entries for lists, undefined for other fields. */
export function emptyValues(fields: Fields = {}): Values {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, field]) => [name, isListField(field) ? listEntries(field) : undefined]),
  );
}

/** The lists as a run sends them: split at commas, without trailing empty entries that the user added. */
export function tidyLists(fields: Fields = {}, values: Values): Values {
  const tidied: Record<string, FieldValue> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!isListField(field)) continue;
    const entries = listEntries(field, values[name]);
    const split = splitSingleEntry(field, entries);
    const end = Math.max(field.startsWith, split.findLastIndex(hasText) + 1);
    if (split !== entries || end < split.length) tidied[name] = split.slice(0, end);
  }
  return { ...values, ...tidied };
}

/**
 * Splits a single entry such as `urgent, can wait` where commas separate entries; else returns the same
 * entries. Empty entries do not count.
 */
export function splitSingleEntry(field: ListField, entries: readonly string[]): readonly string[] {
  const [only, ...others] = entries.filter(hasText);
  if (!field.splitsAtCommas || only === undefined || others.length > 0) return entries;
  const parts = splitAtCommas(only);
  return parts.length > 1 ? parts : entries;
}

export function splitAtCommas(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The command-line option of a field: `source-sentence` for `sourceSentence`; for lists the name of an entry. */
export function getOptionName(name: string, field: Field): string {
  if (isListField(field)) return field.entryName;
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

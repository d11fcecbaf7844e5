import type { FileInput } from './files.ts';

/** Any JSON. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

interface FieldBase {
  /** The label in front of the input, in the specification's words. */
  readonly label: string;
  readonly description?: string;
  /** Optional fields may stay empty; task inputs are required, parameters are not. */
  readonly optional?: boolean;
}

/** A text box. */
export interface TextField extends FieldBase {
  readonly kind: 'text';
}

/** A picture file; accepts `image/*`. */
export interface ImageField extends FieldBase {
  readonly kind: 'image';
}

/** A sound file; accepts `audio/*`. */
export interface AudioField extends FieldBase {
  readonly kind: 'audio';
}

/** A JSON file, accepts `.json`; `table` wants columns: name to list of cells. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  readonly shape?: 'table';
}

/** A growing list of texts. */
export interface ListField extends FieldBase {
  readonly kind: 'list';
  /** What one entry is called in a word, for example `sentence`. */
  readonly entryName: string;
  /** Label of one entry, for example `Input - Sentence #1`; `number` counts from 1. */
  readonly entryLabel: (number: number) => string;
  /** Label of the button that adds an entry. */
  readonly addLabel: string;
  /** How many empty entries a new form shows; 2 by the specification. */
  readonly startsWith: number;
}

/** One of a few values. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly description?: string }[];
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
}

/** One input of a form. Front ends draw each kind once. */
export type Field =
  TextField | ImageField | AudioField | JsonField | ListField | ChoiceField | NumberField | BooleanField;

export type FieldKind = Field['kind'];

/** What a field of each kind holds once it is filled. */
export interface FieldValues {
  text: string;
  image: FileInput;
  audio: FileInput;
  json: JsonValue;
  list: readonly string[];
  choice: string;
  number: number;
  boolean: boolean;
}

export type FieldValue = FieldValues[FieldKind];

/** The fields of a form in display order, by name. */
export type Fields = Readonly<Record<string, Field>>;

/** The values of a filled form. */
export type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: FieldValues[F[Name]['kind']] };

/** The values of a form that is being filled; what is missing is undefined. */
export type Values = Readonly<Record<string, FieldValue | undefined>>;

/** What is typed into a field, while it has no value or beyond its value. */
export interface FieldDraft {
  readonly text?: string;
  /** A table that is being edited. */
  readonly columns?: readonly { readonly name: string; readonly cells: readonly string[] }[];
  /** The name of the file that the value was read from. */
  readonly fileName?: string;
  /** Why the text is no value, and what to do. */
  readonly failure?: string;
  /** The version of the file that the value was read from. */
  readonly version?: string;
}

/**
 * Whether a field holds what a run needs: a file, a text that is not empty, a list whose entries are all filled
 * (specification, section 5). Optional fields always do.
 */
export function isFilled(field: Field, value: FieldValue | undefined): boolean {
  if (field.optional) return true;
  if (value === undefined) return false;
  if (field.kind === 'list')
    return Array.isArray(value) && value.length > 0 && value.every((entry) => entry !== '');
  return value !== '';
}

/** The names of the fields that a run still needs, in display order. */
export function missingFields(fields: Fields, values: Values): string[] {
  return Object.entries(fields)
    .filter(([name, field]) => !isFilled(field, values[name]))
    .map(([name]) => name);
}

/** The values of a new form: lists with empty entries, all else undefined. */
export function emptyValues(fields: Fields = {}): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.kind === 'list' ? Array<string>(field.startsWith).fill('') : undefined,
    ]),
  );
}

/**
 * A field's name as an option of a command: words between hyphens; lists are given entry by entry and take the
 * entry's name (`sourceSentence` is `source-sentence`, `candidateLabels` is `label`).
 */
export function optionNameOf(name: string, field: Field): string {
  if (field.kind === 'list') return field.entryName;
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

import type { FileInput } from './files.ts';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

interface FieldOf<Kind extends FieldKind> {
  readonly kind: Kind;
  readonly label: string;
  readonly optional?: boolean;
}

export type TextField = FieldOf<'text'>;

/** An image file; accepts `image/*`. */
export type ImageField = FieldOf<'image'>;

/** A sound file; accepts `audio/*`. */
export type AudioField = FieldOf<'audio'>;

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

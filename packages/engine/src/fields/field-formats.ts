import {
  fieldKinds,
  type MediaFieldKind,
  withoutKind,
  type Field,
  type FieldKind,
  type Fields,
  type FieldValue,
  type FieldValues,
  type JsonValue,
} from './field.ts';
import { mediaFormats, parseJsonField } from './table-text.ts';
import { mediaNouns, type FileInput, type MediaKind } from './files.ts';

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, JsonValue>>;

/** How values of a kind are written and read outside of forms. Apart from field-kinds.ts, which pages load first. */
interface FieldFormat<Kind extends FieldKind> {
  /** Whether run files wrap a value in `{json}`; texts, lists of texts and files are stored as they are. */
  readonly isStoredAsJson: FieldValues[Kind] extends string | readonly string[] | FileInput ? false : true;
  /** As the file or the standard input that a command reads. */
  toText(value: FieldValues[Kind]): string;
  /**
   * Reads JSON that fits the schema, for example of a model card. Callers open files.
   * @param name of the JSON, for errors
   * @throws InputError for an unusable table
   */
  parse(json: JsonValue, name: string): JsonValue | undefined;
  /** Of the value as JSON; a file is its path. */
  readonly schema: JsonSchema;
}

const text = { type: 'string', pattern: '\\S' };
const cells = { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } };

export const fieldFormats: { readonly [Kind in FieldKind]: FieldFormat<Kind> } = {
  text: { isStoredAsJson: false, toText: (value) => value, parse: (json) => json, schema: text },
  image: mediaFormat('image'),
  audio: mediaFormat('audio'),
  json: {
    isStoredAsJson: true,
    toText: (value) => JSON.stringify(value),
    parse: (json, name) => parseJsonField(JSON.stringify(json), name),
    schema: {
      type: 'object',
      description: 'A table: for each column its name and a list of its cells.',
      minProperties: 1,
      additionalProperties: cells,
    },
  },
  list: {
    isStoredAsJson: false,
    toText: (value) => value.join('\n'),
    parse: (json) => json,
    schema: { type: 'array', items: text, minItems: 1 },
  },
};

function mediaFormat(media: MediaKind): FieldFormat<MediaFieldKind> {
  const description = `The path of ${mediaNouns[media]} such as ${mediaFormats[media]}.`;
  return {
    isStoredAsJson: false,
    toText: ({ path, name }) => path ?? name,
    parse: () => undefined,
    schema: { type: 'string', description, contentMediaType: `${media}/*`, minLength: 1 },
  };
}

/** The value of JSON that fits the schema of a field; undefined for other JSON. @throws InputError for an unusable table */
export function parseField({ kind }: Field, json: JsonValue, name: string): FieldValue | undefined {
  const value = fieldFormats[kind].parse(json, name);
  return fieldKinds[kind].isValue(value) ? value : undefined;
}

export function fieldText({ kind }: Field, value: FieldValue): string {
  return (fieldFormats[kind].toText as (value: FieldValue) => string)(value);
}

/** The inputs of a task as the JSON Schema of an object with a property for each field. */
export function describeInputs({ fields }: { readonly fields: Fields }): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, { kind, label }]) => [
        name,
        { title: withoutKind(label), ...fieldFormats[kind].schema },
      ]),
    ),
    required: entries.filter(([, { optional }]) => !optional).map(([name]) => name),
    additionalProperties: false,
  };
}

import type { Schema, ValidationResult } from '@cfworker/json-schema';
import { InputError, isFailure, UnfitAnswerError } from '../errors/index.ts';
import { isTooDeep, parseJson, requireShallow, type JsonSchema, type JsonValue } from '../fields/index.ts';
import type { Transport } from '../http/index.ts';
import type { TypedParameters } from '../tasks/index.ts';
import { attempt, isRecord, parseBounded } from '../text/index.ts';

/** Characters of a schema as JSON. */
const MAX_SCHEMA = 256 * 1024;
/** Milliseconds. Patterns and references of a schema can take exponential time. */
const MAX_VALIDATION = 1000;

/** Characters. Problems may quote the schema and the answer. */
const MAX_PROBLEM = 300;

/**
 * Finds why a value does not fit a schema; `format` is an annotation. The library is loaded on demand. It needs no `eval`,
 * which pages do not allow.
 */
export async function createValidator(schema: JsonSchema) {
  const { dereference, validate } = await import('@cfworker/json-schema');
  const copy = structuredClone(schema) as Schema;
  const parts = dereference(copy) as Record<string, Schema>;
  for (const part of Object.values(parts)) {
    // The library checks every format, and the anchors of a resource hide those of the resource around it.
    if (typeof part.format === 'string') delete part.format;
    if (part.$anchor !== undefined) parts[new URL(`#${part.$anchor}`, part.__absolute_uri__).href] = part;
  }
  return (value: JsonValue) => findProblem(validate(value, copy, '2020-12', parts));
}

function findProblem({ valid, errors }: ValidationResult): string | undefined {
  const problem = errors.at(-1);
  const text = `${problem?.instanceLocation}: ${problem?.error}`;
  return valid ? undefined : text.length > MAX_PROBLEM ? `${text.slice(0, MAX_PROBLEM)}…` : text;
}

/** The same without a limit of time. */
export async function checkValue(schema: JsonSchema, value: JsonValue): Promise<string | undefined> {
  return (await createValidator(schema))(value);
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const schema = { $ref: '#' };
const schemas = { type: 'array', items: schema };
const named = { type: 'object', additionalProperties: schema };
const text = { type: 'string' };
const names = { type: 'array', items: text };
const number = { type: 'number' };
const size = { type: 'integer', minimum: 0 };

/** What the keywords of a schema must be. Others are not checked. */
const metaschema: JsonSchema = {
  type: ['boolean', 'object'],
  properties: {
    ...keywords('$schema $id $ref $anchor format', text),
    ...keywords('properties dependentSchemas $defs definitions', named),
    ...keywords('allOf anyOf oneOf prefixItems', { ...schemas, minItems: 1 }),
    ...keywords('not if then else additionalProperties unevaluatedProperties propertyNames', schema),
    ...keywords('contains unevaluatedItems', schema),
    ...keywords('minimum maximum exclusiveMinimum exclusiveMaximum', number),
    ...keywords('minLength maxLength minItems maxItems minContains maxContains', size),
    ...keywords('minProperties maxProperties', size),
    type: { anyOf: [{ type: 'array', items: { enum: types } }, { enum: types }] },
    items: { if: { type: 'array' }, then: schemas, else: schema },
    pattern: { ...text, format: 'regex' },
    patternProperties: { ...named, propertyNames: { format: 'regex' } },
    dependentRequired: { type: 'object', additionalProperties: names },
    required: names,
    enum: { type: 'array' },
    multipleOf: { ...number, exclusiveMinimum: 0 },
    uniqueItems: { type: 'boolean' },
  },
};

function keywords(list: string, value: JsonSchema): JsonSchema {
  return Object.fromEntries(list.split(' ').map((keyword) => [keyword, value]));
}

/** Characters of the paths to all parts of a schema, which the library writes out. */
const MAX_PATHS = 4 * 1024 * 1024;

const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/**
 * Counts the parts of a schema with an ID twice, as the library reads them.
 * @param path characters of the path to the value
 * @param isMap whether the value has schemas by name
 */
function countPaths(value: unknown, path = 0, isMap = false): number {
  if (!isRecord(value)) return 0;
  const id = isMap ? undefined : value['$id'] || value['id'];
  const length = path + String(id ?? '').length;
  const counts = Object.entries(value).map(([name, part]) =>
    countPaths(part, length + name.length + 1, !isMap && maps.includes(name)),
  );
  return counts.reduce((sum, count) => sum + count, length) * (id ? 2 : 1);
}

/**
 * Checks a JSON Schema for answers.
 * @param name of its file, for errors
 * @throws InputError
 */
export async function checkSchema(json: JsonValue, name: string): Promise<JsonSchema> {
  requireShallow(json, name);
  if (!isRecord(json) || Array.isArray(json)) throw notASchema(name, 'it is not an object');
  if (JSON.stringify(json).length > MAX_SCHEMA || countPaths(json) > MAX_PATHS)
    throw notASchema(name, 'it is too large');
  const { dereference, validate } = await import('@cfworker/json-schema');
  let problem: string | undefined = 'its names or references are invalid';
  try {
    problem =
      findProblem(validate(json, metaschema, '2020-12')) ?? findUnsupported(dereference(json as never));
  } catch {
    // Names with half a surrogate pair, and references that are not URLs.
  }
  if (problem !== undefined) throw notASchema(name, problem);
  return json as JsonSchema;
}

const officialDraft = /^https?:\/\/json-schema\.org\/draft(?:-0[4-7]|\/2019-09|\/2020-12)\/schema#?$/;

/**
 * What the library would ignore or not find, so that it would judge answers wrongly.
 * @param targets all parts of a schema by their URL
 */
function findUnsupported(targets: Readonly<Record<string, Schema | boolean>>): string | undefined {
  const parts = Object.values(targets).filter((part) => typeof part === 'object');
  for (const keyword of ['$dynamicRef', '$dynamicAnchor'])
    if (parts.some((part) => Object.hasOwn(part, keyword))) return `${keyword} is not supported; use $ref`;
  for (const { $ref, $schema, __absolute_ref__: target = '' } of parts) {
    if ($schema !== undefined && !officialDraft.test($schema))
      return `its $schema ${$schema} is not supported`;
    if ($ref !== undefined && !Object.hasOwn(targets, target))
      return `its reference ${$ref} has no target in it`;
  }
  return undefined;
}

/** The JSON Schema in a text that was typed. @throws InputError */
export async function readSchema(text: string): Promise<JsonSchema> {
  return checkSchema(parseJson(text, 'The schema'), 'The schema');
}

function notASchema(name: string, problem: string): InputError {
  return new InputError(`${name} is not a supported JSON Schema: ${problem}`, {
    hint: 'For example {"type": "object", "properties": {"answer": {"type": "string"}}}.',
  });
}

/** The parameters with the schema, as chat completion takes it. @throws InputError */
export function withSchema(parameters: TypedParameters, schema: JsonSchema): TypedParameters {
  if (Object.hasOwn(parameters, 'response_format'))
    throw new InputError('A schema and the parameter response_format cannot be used together', {
      hint: 'Use only one of them.',
    });
  const format = { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
  return { ...parameters, response_format: JSON.stringify(format) };
}

/** The JSON of an answer, also in a code block; undefined for other text. */
export function readJsonAnswer(answer: string): JsonValue | undefined {
  const text = /^\s*```(?:json)?[^\S\n]*\n([^]*?)\n?```\s*$/.exec(answer)?.[1] ?? answer;
  const value = attempt(() => parseBounded(text) as JsonValue);
  return isTooDeep(value) ? undefined : value;
}

/** The value of an answer that fits the schema. @throws UnfitAnswerError */
export async function parseAnswer(
  schema: JsonSchema,
  answer: string,
  { checkValue: check = checkValue }: Pick<Transport, 'checkValue'>,
): Promise<JsonValue> {
  const hint = 'Try again, or try a model that supports structured output.';
  const value = readJsonAnswer(answer);
  if (value === undefined) throw new UnfitAnswerError('the answer is not JSON', { hint });
  const problem = await check(schema, value, MAX_VALIDATION).catch((cause: unknown) => {
    if (isFailure(cause)) throw cause;
    throw new UnfitAnswerError('the schema is too complex to check the answer', {
      hint: 'Simplify its patterns and references.',
      cause,
    });
  });
  if (problem === undefined) return value;
  throw new UnfitAnswerError(`the answer does not fit the schema: ${problem}`, { hint });
}

import type { Validator } from '@cfworker/json-schema';
import { InputError, isFailure, UnfitAnswerError } from '../errors/index.ts';
import { isTooDeep, parseJson, requireShallow, type JsonSchema, type JsonValue } from '../fields/index.ts';
import type { Transport } from '../http/index.ts';
import type { TypedParameters } from '../tasks/index.ts';
import { attempt, isRecord, parseBounded } from '../text/index.ts';
import type { Route } from './inference-request.ts';

/** Characters of a schema as JSON. */
const MAX_SCHEMA = 256 * 1024;
/** Milliseconds. Patterns and references of a schema can take exponential time. */
const MAX_VALIDATION = 1000;

/** The library is loaded on demand. It needs no `eval`, which pages do not allow. */
export const createValidator = async (schema: JsonSchema) =>
  new (await import('@cfworker/json-schema')).Validator(schema as never, '2020-12');

/** Why a value does not fit a schema; undefined if it does. */
export function findProblem(validator: Validator, value: JsonValue): string | undefined {
  const { valid, errors } = validator.validate(value);
  const problem = errors.at(-1);
  return valid ? undefined : `${problem?.instanceLocation}: ${problem?.error}`;
}

/** The same in one step, without a limit of time. */
export async function checkValue(schema: JsonSchema, value: JsonValue): Promise<string | undefined> {
  return findProblem(await createValidator(schema), value);
}

/**
 * Checks a JSON Schema for answers.
 * @param name of its file, for errors
 * @throws InputError
 */
export async function checkSchema(json: JsonValue, name: string): Promise<JsonSchema> {
  requireShallow(json, name);
  if (!isRecord(json) || Array.isArray(json)) throw notASchema(name, 'it is not an object');
  if (JSON.stringify(json).length > MAX_SCHEMA) throw notASchema(name, 'it is too large');
  const schema = json as JsonSchema;
  const patterns = JSON.stringify(json).match(/"pattern":"(?:[^"\\]|\\.)*"/g) ?? [];
  for (const pattern of patterns) {
    const source = JSON.parse(pattern.slice('"pattern":'.length)) as string;
    if (!attempt(() => new RegExp(source, 'u'))) throw notASchema(name, `its pattern ${source} is invalid`);
  }
  try {
    await createValidator(schema);
  } catch {
    throw notASchema(name, 'its references are invalid');
  }
  return schema;
}

/** The JSON Schema in a text that was typed. @throws InputError */
export async function readSchema(text: string): Promise<JsonSchema> {
  return checkSchema(parseJson(text, 'The schema'), 'The schema');
}

function notASchema(name: string, problem: string): InputError {
  return new InputError(`${name} is not a JSON Schema: ${problem}`, {
    hint: 'For example {"type": "object", "properties": {"answer": {"type": "string"}}}.',
  });
}

/** A schema as it can be edited. */
export function schemaText(schema: JsonSchema | string): string {
  return typeof schema === 'string' ? schema : JSON.stringify(schema, null, 2);
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

/** @throws InputError for models that do not support conversations */
export function requireChat({ conversation, model = 'This endpoint' }: Route): void {
  if (conversation) return;
  const hint = 'Choose a chat model, or remove the schema.';
  throw new InputError(`${model} does not support schemas for its answer`, { hint });
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
    throw new UnfitAnswerError('the schema is too complex to check the answer', { hint, cause });
  });
  if (problem === undefined) return value;
  throw new UnfitAnswerError(`the answer does not fit the schema: ${problem}`, { hint });
}

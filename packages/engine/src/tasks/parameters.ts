import ownedByTheRequest from './owned-by-the-request.json' with { type: 'json' };
import { InputError } from '../errors/index.ts';
import {
  parseTyped,
  requireSendable,
  type FieldValue,
  type JsonSchema,
  type OneLineKind,
} from '../fields/index.ts';
import { attempt, similarNames, didYouMean } from '../text/index.ts';
import { getForm, type ParameterTraits } from './define-task.ts';
import type { Task } from './tasks.ts';

interface SpecBase extends Pick<ParameterTraits, 'aliases' | 'unlike'> {
  /** The API's name; dots denote nested objects (`target_size.width`). */
  readonly name: string;
  readonly description: string;
  /** In the body's `parameters`, or at its top level. */
  readonly place: 'parameters' | 'body';
  /** Used unless another value is given. */
  readonly default?: number | boolean;
}

/** One parameter of a task, generated from the JSON Schemas that @huggingface/tasks ships. */
export type ParameterSpec = SpecBase & OneLineKind;

/** The parameters of a task, or of its conversations, the most used ones first. */
export async function loadParameterSpecs(
  task: Task,
  conversation = false,
): Promise<readonly ParameterSpec[]> {
  const { default: generated } = await import('./parameters.generated.json', { with: { type: 'json' } });
  const byTask = generated as Readonly<Record<string, readonly unknown[]>>;
  const specs = (byTask[conversation ? 'chat-completion' : task.id] ?? []) as readonly ParameterSpec[];
  const { parameters: traits = {} } = getForm(task, conversation);
  return specs.map((spec) => {
    if (!Object.hasOwn(traits, spec.name)) return spec;
    const { alternative: _alternative, ...otherTraits } = traits[spec.name]!;
    return { ...spec, ...otherTraits };
  });
}

export function specNamed(specs: readonly ParameterSpec[], name: string): ParameterSpec | undefined {
  return (
    specs.find((known) => known.name === name) ??
    specs.find(({ aliases }) => aliases?.includes(name) === true)
  );
}

/** How a parameter that is not in the schema is sent. */
export function freeParameterNote(specs: readonly ParameterSpec[], name: string): string {
  const spec = specNamed(specs, name);
  if (spec) return `${name} is sent as ${spec.name}, its name for this model.`;
  const names = specs.filter(({ unlike }) => !unlike?.includes(name)).map((known) => known.name);
  return `Unknown parameter ${name}, sent as is. ${didYouMean(similarNames(name, names))}`.trimEnd();
}

/** A note for each parameter that is unknown to the schema or sent under another name. */
export function parameterNotes(specs: readonly ParameterSpec[], typed: TypedParameters): string[] {
  // An object such as `target_size`, or one of its parts.
  const isKnown = (name: string) => specs.some((spec) => `${spec.name}.`.startsWith(`${name}.`));
  return Object.keys(typed)
    .filter((name) => !isKnown(name))
    .map((name) => freeParameterNote(specs, name));
}

/** Parameters as the JSON Schema of an object; others are sent too. */
export function describeParameters(specs: readonly ParameterSpec[]): JsonSchema {
  const properties = specs.map(({ name, description, default: usual, ...kind }) => {
    const [sentence = description] = /^.+?[.?!](?=\s|$)/s.exec(description) ?? [];
    return [
      name,
      { description: sentence, ...(usual !== undefined && { default: usual }), ...schemaOf(kind) },
    ];
  });
  return { type: 'object', properties: Object.fromEntries(properties) as JsonSchema };
}

function schemaOf(kind: OneLineKind): JsonSchema {
  switch (kind.kind) {
    case 'text':
      return { type: 'string' };
    case 'list':
      return { type: 'array', items: { type: 'string' } };
    case 'choice':
      return { enum: kind.options.map(({ value }) => value) };
    case 'number': {
      const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = kind;
      const bounds = { minimum, maximum, exclusiveMinimum, exclusiveMaximum };
      const known = Object.entries(bounds).filter(([, bound]) => bound !== undefined);
      return { type: integer ? 'integer' : 'number', ...(Object.fromEntries(known) as JsonSchema) };
    }
    case 'boolean':
      return { type: 'boolean' };
    case 'json':
      return {};
  }
}

/** Typed parameters: names mapped to text. */
export type TypedParameters = Readonly<Record<string, string>>;

/** Parameters as they are sent, each with its place in the body. */
export type Parameters = readonly {
  readonly name: string;
  readonly place: ParameterSpec['place'];
  readonly value: FieldValue;
}[];

/**
 * Parses typed parameters by the task's specs. Unknown parameters are sent as JSON if they are valid JSON, otherwise as
 * text.
 * @throws InputError for an invalid value, a part of the request, or one parameter under two names
 */
export function parseParameters(specs: readonly ParameterSpec[], typed: TypedParameters): Parameters {
  const typedNames = new Map<string, string>();
  return Object.entries(typed).map(([name, text]) => {
    if (ownedByTheRequest.includes(name.split('.')[0] ?? '')) {
      const hint = 'Pass it as an input or an option.';
      throw new InputError(`${name} is part of the request, not a parameter`, { hint });
    }
    const spec = specNamed(specs, name);
    if (!spec) return { name, place: specs[0]?.place ?? 'parameters', value: jsonOrText(text, name) };
    const other = typedNames.get(spec.name);
    if (other !== undefined) {
      throw new InputError(`${other} and ${name} are the same parameter`, { hint: 'Use one of them.' });
    }
    typedNames.set(spec.name, name);
    return { name: spec.name, place: spec.place, value: parseTyped(spec, text, name) };
  });
}

function jsonOrText(text: string, name: string): FieldValue {
  const value = attempt(() => JSON.parse(text) as FieldValue);
  if (value === undefined) return text;
  requireSendable(value, name);
  return value;
}

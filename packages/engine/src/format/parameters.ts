import { InputError } from '../errors/index.ts';
import type { OneLineKind } from '../fields/index.ts';
import { parseParameters, specNamed, type ParameterSpec, type TypedParameters } from '../tasks/index.ts';
import { attempt, own } from '../text/index.ts';

const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Why a parameter must not be sent; undefined if it may be. */
export function parameterRefusal(name: string, value: string): InputError | undefined {
  if (name.split('.').some((part) => reserved.has(part))) {
    const hint = `${[...reserved].join(', ')} are reserved.`;
    return new InputError(`Invalid parameter name: ${name}`, { hint });
  }
  if (!containsPrototype(value)) return undefined;
  const hint = 'Remove it; Tryout never sends it.';
  return new InputError(`The value of ${name} contains __proto__`, { hint });
}

/** Whether a string is JSON with a `__proto__` anywhere in it. */
function containsPrototype(text: string): boolean {
  let isFound = false;
  const search = (key: string, value: unknown) => {
    isFound ||= key === '__proto__';
    return value;
  };
  attempt(() => JSON.parse(text, search) as unknown);
  return isFound;
}

/** A parameter of the schema, or an unknown one. */
export interface ParameterRow {
  readonly name: string;
  readonly spec?: ParameterSpec;
}

/** The schema's parameters, then the others among these names. */
export function parameterRows(
  specs: readonly ParameterSpec[],
  names: readonly string[],
): readonly ParameterRow[] {
  const known = new Set(specs.map(({ name }) => name));
  const others = names.filter((name) => !known.has(name));
  return [...specs.map((spec) => ({ name: spec.name, spec })), ...others.map((name) => ({ name }))];
}

/** The typed text of a parameter, which may be named like a method, for example `toString`. */
export function typedText(typed: TypedParameters, name: string): string | undefined {
  return own(typed, name);
}

/** The error in a typed parameter; undefined if it is valid or missing. */
export function getParameterError(
  specs: readonly ParameterSpec[],
  name: string,
  text: string | undefined,
): InputError | undefined {
  if (text === undefined) return undefined;
  const refused = parameterRefusal(name, text);
  if (refused) return refused;
  try {
    parseParameters(specs, { [name]: text });
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** Parses `name=value`; an alias becomes the parameter's own name. */
export function freeParameter(specs: readonly ParameterSpec[], typed: string) {
  const cut = typed.indexOf('=');
  const name = typed.slice(0, cut).trim();
  if (cut < 1 || name === '')
    return new InputError('Enter a parameter as name=value', { hint: 'For example top_k=3.' });
  const value = typed.slice(cut + 1).trim();
  return getParameterError(specs, name, value) ?? { name: specNamed(specs, name)?.name ?? name, value };
}

/** Sets a parameter; an empty string removes it. */
export function withParameter(typed: TypedParameters, name: string, text: string): TypedParameters {
  if (text !== '') return { ...typed, [name]: text };
  return Object.fromEntries(Object.entries(typed).filter(([other]) => other !== name));
}

export const LOOKING_UP_PARAMETERS = 'Looking up the parameters';

/** The description of the `name=value` row. @param known the number of parameters of the schema */
export function otherParameterHint(known: number): string {
  return known === 0
    ? "No parameters are listed for this task. Enter the model's parameters as name=value."
    : 'Enter any other parameter as name=value. The model may support more than are listed.';
}

/** The valid values of a field, for example `an integer, at least 1`. */
function describeLimits(field: OneLineKind): string {
  switch (field.kind) {
    case 'number': {
      const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
      const isMore = exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity);
      const isLess = exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity);
      const noun = integer ? 'an integer' : 'a number';
      if (minimum !== undefined && maximum !== undefined && !isMore && !isLess)
        return `${noun} from ${minimum} to ${maximum}`;
      return [
        noun,
        isMore ? `more than ${exclusiveMinimum}` : minimum !== undefined && `at least ${minimum}`,
        isLess ? `less than ${exclusiveMaximum}` : maximum !== undefined && `at most ${maximum}`,
      ]
        .filter(Boolean)
        .join(', ');
    }
    case 'choice':
      return `one of ${field.options.map(({ value }) => value).join(', ')}`;
    case 'boolean':
      return 'true or false';
    case 'list':
      return 'comma-separated values, or a JSON list of strings';
    case 'json':
      return 'JSON';
    case 'text':
      return 'a text';
  }
}

/** The same with the default: `a number from 0 to 2, default 1`. */
export function parameterLimits(spec: ParameterSpec): string {
  const initial = spec.default !== undefined && `default ${spec.default}`;
  return [describeLimits(spec), initial].filter(Boolean).join(', ');
}

/** The least and the greatest value of a number, if both are known. */
export function parameterRange(spec: ParameterSpec): readonly [from: number, to: number] | undefined {
  if (spec.kind !== 'number') return undefined;
  const { exclusiveMinimum, minimum = exclusiveMinimum, exclusiveMaximum, maximum = exclusiveMaximum } = spec;
  return minimum === undefined || maximum === undefined ? undefined : [minimum, maximum];
}

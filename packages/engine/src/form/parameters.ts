import { isFailure } from '../errors/index.ts';
import type { ChoiceField, NumberField } from '../fields/index.ts';
import { parseParameters, specNamed, type ParameterSpec, type TypedParameters } from '../tasks/index.ts';

/** Parts of names that mean something to JavaScript itself; no model takes them. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Why something is no parameter, whatever the model. */
export interface ParameterRefusal {
  readonly message: string;
  readonly hint: string;
}

/** Why `name=value` is sent to no model; undefined where it may be. */
export function parameterRefusal(name: string, value: string): ParameterRefusal | undefined {
  if (name.split('.').some((part) => reserved.has(part))) {
    return {
      message: `A parameter cannot be called ${name}`,
      hint: `${[...reserved].join(', ')} are reserved.`,
    };
  }
  if (!holdsPrototype(value)) return undefined;
  return { message: `The value of ${name} contains __proto__`, hint: 'Leave it out; it is never sent.' };
}

/** Whether a text is JSON with a `__proto__` anywhere in it. */
function holdsPrototype(text: string): boolean {
  let found = false;
  try {
    JSON.parse(text, (key, value: unknown) => {
      found ||= key === '__proto__';
      return value;
    });
  } catch {
    // A text that is no JSON is sent as a text.
  }
  return found;
}

/** A parameter that can be given: one of the schema's, or one that no schema knows. */
export interface ParameterRow {
  readonly name: string;
  readonly spec?: ParameterSpec;
}

/** What is wrong with a value. */
export interface ParameterFault {
  readonly message: string;
  readonly hint?: string;
}

/** The schema's parameters in its order, then the others of these names. */
export function parameterRows(
  specs: readonly ParameterSpec[],
  names: readonly string[],
): readonly ParameterRow[] {
  const known = new Set(specs.map(({ name }) => name));
  const others = names.filter((name) => !known.has(name));
  return [...specs.map((spec) => ({ name: spec.name, spec })), ...others.map((name) => ({ name }))];
}

/** What is typed for a parameter; undefined where it is not given. Its name may be one that every object has, such as toString. */
export function typedText(typed: TypedParameters, name: string): string | undefined {
  return Object.hasOwn(typed, name) ? typed[name] : undefined;
}

/** What is wrong with a parameter as it is typed now; undefined where it can be sent, or nothing is given. */
export function faultOf(
  specs: readonly ParameterSpec[],
  name: string,
  text: string | undefined,
): ParameterFault | undefined {
  if (text === undefined) return undefined;
  const refused = parameterRefusal(name, text);
  if (refused) return refused;
  try {
    parseParameters(specs, { [name]: text });
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
  }
}

/** A `name=value`, taken apart. */
export type FreeParameter = { readonly name: string; readonly value: string } | ParameterFault;

/** Parses `name=value`; an alias becomes the parameter's own name. */
export function freeParameter(specs: readonly ParameterSpec[], typed: string): FreeParameter {
  const cut = typed.indexOf('=');
  const name = typed.slice(0, cut).trim();
  if (cut < 1 || name === '')
    return { message: 'A parameter is written as name=value', hint: 'For example top_k=3.' };
  const value = typed.slice(cut + 1).trim();
  return faultOf(specs, name, value) ?? { name: specNamed(specs, name)?.name ?? name, value };
}

/** The typed parameters with one changed; an empty text takes it out. */
export function withParameter(typed: TypedParameters, name: string, text: string): TypedParameters {
  if (text !== '') return { ...typed, [name]: text };
  return Object.fromEntries(Object.entries(typed).filter(([other]) => other !== name));
}

/** Stands in place of the parameters until the task's schema is there. */
export const LOOKING_UP_PARAMETERS = 'Looking up the parameters';

/**
 * What the row is for that takes a parameter as `name=value`.
 * @param known how many parameters the task's schema has
 */
export function aboutOtherParameters(known: number): string {
  return known === 0
    ? 'There is no list of parameters for this task. What the model takes can be given as name=value.'
    : 'A parameter that is not in the list, as name=value. The model may know more than the list does.';
}

/** What is wrong with a parameter, and what to do, in one line. */
export function faultWords({ message, hint }: ParameterFault): string {
  return hint === undefined ? message : `${message}. ${hint}`;
}

/** What a value of one line may be. */
export type OneLineField =
  | { readonly kind: 'text' | 'json' | 'list' | 'boolean' }
  | Pick<ChoiceField, 'kind' | 'options'>
  | Omit<NumberField, 'label'>;

/** What a value may be, in a few words, for example `a whole number, at least 1`; empty where anything goes. */
export function limitsOf(field: OneLineField): string {
  switch (field.kind) {
    case 'number': {
      const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
      // Of two limits on one side the stricter says it all.
      const isMore = exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? -Infinity);
      const isLess = exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? Infinity);
      return [
        integer ? 'a whole number' : 'a number',
        ...(isMore
          ? [`more than ${exclusiveMinimum}`]
          : minimum === undefined
            ? []
            : [`at least ${minimum}`]),
        ...(isLess ? [`less than ${exclusiveMaximum}`] : maximum === undefined ? [] : [`at most ${maximum}`]),
      ].join(', ');
    }
    case 'choice':
      return `one of ${field.options.map(({ value }) => value).join(', ')}`;
    case 'boolean':
      return 'true or false';
    case 'list':
      return 'texts between commas, or a JSON list of texts';
    case 'json':
      return 'JSON';
    case 'text':
      return 'a text';
  }
}

/** The same with the default, for example `a whole number, at least 0, default 500`. */
export function parameterLimits(spec: ParameterSpec): string {
  return limitsOf(spec) + (spec.default === undefined ? '' : `, default ${spec.default}`);
}

import { isFailure } from '../errors/index.ts';
import { parseParameters, specNamed, type ParameterSpec, type TypedParameters } from '../tasks/index.ts';
import { parameterRefusal } from './parameter-refusal.ts';

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

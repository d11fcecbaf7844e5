import { InputError } from '../errors/index.ts';
import type { JsonValue } from './field.ts';
import { parseJson } from './parse-json.ts';

/** One of several values. */
export interface ChoiceKind {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly description?: string }[];
}

export interface NumberKind {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** What can be typed on one line. */
export type OneLineKind = { readonly kind: 'text' | 'json' | 'list' | 'boolean' } | ChoiceKind | NumberKind;

interface TypedValues {
  text: string;
  list: readonly string[];
  choice: string;
  number: number;
  boolean: boolean;
  json: JsonValue;
}

export type TypedKind = keyof TypedValues;

type Parser<Kind extends TypedKind> = (typed: string, field: never, name: string) => TypedValues[Kind];

const yes = new Set(['1', 'on', 'yes', 'true']);
const no = new Set(['0', 'off', 'no', 'false']);

const parsers: { [Kind in TypedKind]: Parser<Kind> } = {
  text: (typed) => typed,
  list: (typed, _field, name) => parseList(typed, name),
  choice: (typed, field: ChoiceKind, name) => parseChoice(typed, field, name),
  number: (typed, field: NumberKind, name) => parseNumber(typed, field, name),
  boolean: (typed, _field, name) => parseBoolean(typed, name),
  json: (typed, _field, name) => parseJson(typed, name),
};

/**
 * Parses a value typed on one line.
 * @throws InputError
 */
export function parseTyped(field: { kind: TypedKind }, typed: string, name: string): TypedValues[TypedKind] {
  return parsers[field.kind](typed, field as never, name);
}

/** A list on one line: a JSON list of strings, or comma-separated texts. */
function parseList(typed: string, name: string): string[] {
  if (!typed.trimStart().startsWith('[')) return typed.split(',').map((entry) => entry.trim());
  const value: JsonValue = parseJson(typed, name);
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value as string[];
  throw new InputError(`${name} must be a list of strings`, {
    hint: `For example ${name}=first,second or ${name}=["first","second"].`,
  });
}

function parseChoice(typed: string, field: ChoiceKind, name: string): string {
  const options = field.options.map(({ value }) => value);
  if (options.includes(typed)) return typed;
  throw new InputError(`${name} cannot be '${typed}'`, { hint: `Choose one of: ${options.join(', ')}.` });
}

function parseBoolean(typed: string, name: string): boolean {
  const word = typed.trim().toLowerCase();
  if (yes.has(word)) return true;
  if (no.has(word)) return false;
  throw new InputError(`${name} must be true or false, not '${typed}'`, {
    hint: `For example ${name}=true.`,
  });
}

function parseNumber(typed: string, field: NumberKind, name: string): number {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  const wanted = field.integer ? 'an integer' : 'a number';
  if (!Number.isFinite(value) || (field.integer && !Number.isInteger(value))) {
    throw new InputError(`${name} must be ${wanted}, not '${typed}'`, {
      hint: `For example ${name}=${field.integer ? 1 : 0.5}.`,
    });
  }
  const broken = brokenBound(value, field);
  if (broken)
    throw new InputError(`${name} must be ${broken}, not ${typed.trim()}`, {
      hint: `Use ${wanted} that is ${broken}.`,
    });
  return value;
}

function brokenBound(value: number, field: NumberKind): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `more than ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `less than ${exclusiveMaximum}`;
  if (minimum !== undefined && value < minimum) return `at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `at most ${maximum}`;
  return undefined;
}

import { InputError } from '../errors/index.ts';
import type { ChoiceField, FieldValues, JsonValue, NumberField } from './field.ts';
import { parseJson } from './parse-json.ts';

export type TypedKind = 'text' | 'list' | 'choice' | 'number' | 'boolean' | 'json';

type Parser<Kind extends TypedKind> = (typed: string, field: never, name: string) => FieldValues[Kind];

const yes = new Set(['1', 'on', 'yes', 'true']);
const no = new Set(['0', 'off', 'no', 'false']);

const parsers: { [Kind in TypedKind]: Parser<Kind> } = {
  text: (typed) => typed,
  list: (typed, _field, name) => parseList(typed, name),
  choice: (typed, field: ChoiceField, name) => parseChoice(typed, field, name),
  number: (typed, field: NumberField, name) => parseNumber(typed, field, name),
  boolean: (typed, _field, name) => parseBoolean(typed, name),
  json: (typed, _field, name) => parseJson(typed, name),
};

/**
 * Parses the value of a field typed on one line.
 * @throws InputError
 */
export function parseTyped(field: { kind: TypedKind }, typed: string, name: string): FieldValues[TypedKind] {
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

function parseChoice(typed: string, field: ChoiceField, name: string): string {
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

function parseNumber(typed: string, field: NumberField, name: string): number {
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

function brokenBound(value: number, field: NumberField): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `more than ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `less than ${exclusiveMaximum}`;
  if (minimum !== undefined && value < minimum) return `at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `at most ${maximum}`;
  return undefined;
}

import { InputError } from '../errors/index.ts';
import { nameHint } from '../text/index.ts';
import type { JsonValue } from './field.ts';
import { parseJson } from './parse-json.ts';

/** One of several values. */
export interface ChoiceKind {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly description?: string }[];
}

interface NumberKind {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** What can be typed on one line. */
export type OneLineKind = { readonly kind: 'text' | 'json' | 'list' | 'boolean' } | ChoiceKind | NumberKind;

const yes = new Set(['1', 'on', 'yes', 'true']);
const no = new Set(['0', 'off', 'no', 'false']);

/**
 * Parses a value typed on one line.
 * @throws InputError
 */
export function parseTyped(field: OneLineKind, typed: string, name: string): JsonValue {
  switch (field.kind) {
    case 'text':
      return typed;
    case 'list':
      return parseList(typed, name);
    case 'choice':
      return parseChoice(typed, field, name);
    case 'number':
      return parseNumber(typed, field, name);
    case 'boolean':
      return parseBoolean(typed, name);
    case 'json':
      return parseJson(typed, name);
  }
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
  throw new InputError(`${name} cannot be '${typed}'`, { hint: nameHint(typed, options) });
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
  const noun = field.integer ? 'an integer' : 'a number';
  if (!Number.isFinite(value) || (field.integer && !Number.isInteger(value))) {
    throw new InputError(`${name} must be ${noun}, not '${typed}'`, {
      hint: `For example ${name}=${field.integer ? 1 : 0.5}.`,
    });
  }
  const broken = brokenBound(value, field);
  if (broken)
    throw new InputError(`${name} must be ${broken}, not ${typed.trim()}`, {
      hint: `Use ${noun} that is ${broken}.`,
    });
  return value;
}

function brokenBound(value: number, field: NumberKind): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `more than ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `less than ${exclusiveMaximum}`;
  if (minimum !== undefined && maximum !== undefined && (value < minimum || value > maximum))
    return `between ${minimum} and ${maximum}`;
  if (minimum !== undefined && value < minimum) return `at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `at most ${maximum}`;
  return undefined;
}

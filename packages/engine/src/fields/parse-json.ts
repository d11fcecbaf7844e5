import { parse, type ParseError } from 'jsonc-parser';
import { InputError } from '../errors/index.ts';
import { attempt, MAX_STRINGS, parseBounded } from '../text/index.ts';
import type { JsonValue } from './field.ts';
import { requireSendable } from './json.ts';

/**
 * @param name a file or field name for the error
 * @throws InputError with the place of the syntax error, or for a value that cannot be sent
 */
export function parseJson(text: string, name: string): JsonValue {
  const value = parseJsonText(text, name);
  requireSendable(value, name);
  return value;
}

/** @throws InputError with the place of the syntax error */
export function parseJsonText(text: string, name: string): JsonValue {
  try {
    return parseBounded(text, () => tooManyValues(name)) as JsonValue;
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`${name} is not valid JSON: ${getPlace(text)}`, {
      hint: 'Fix the JSON: use double quotes, and no comma after the last entry.',
      cause,
    });
  }
}

/** Of {@link tooManyValues}. A function, because the first number that a process formats delays its start. */
export const getTooManyHint = () =>
  `Use at most ${MAX_STRINGS.toLocaleString('en')} texts, lists and objects.`;

export function tooManyValues(name: string): InputError {
  return new InputError(`${name} contains too many values`, { hint: getTooManyHint() });
}

/** Not all JavaScript engines report the position. */
function getPlace(text: string): string {
  if (text.trim() === '') return 'the input is empty';
  const errors: ParseError[] = [];
  // Recursive.
  if (!attempt(() => [parse(text, errors, { disallowComments: true })])) return 'it is nested too deeply';
  const offset = errors[0]?.offset ?? 0;
  if (offset >= text.trimEnd().length) return 'unexpected end of input';
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

import * as v from 'valibot';
import { OutputError } from '../errors/index.ts';

/** A finite number; `1e999` parses to Infinity. */
export const score = v.pipe(v.number(), v.finite());

export const position = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Checks an answer against a schema.
 * @param expected the shape in words, for the error
 * @throws OutputError or the given failure
 */
export function check<const Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
  expected: string,
  failure: (expectation: string) => Error = (expectation) => new OutputError(expectation),
): v.InferOutput<Schema> {
  const checked = v.safeParse(schema, answer, { abortEarly: true });
  if (checked.success) return checked.output;
  throw failure(`expected ${expected}, got ${describe(answer)}${getPlace(checked.issues[0])}`);
}

/** Unwraps a list of one, which some servers return. */
export function unwrap(answer: unknown): unknown {
  return Array.isArray(answer) && answer.length === 1 ? (answer as unknown[])[0] : answer;
}

function getPlace(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path ? ` (at ${path}: ${describe(issue.input)})` : '';
}

const DESCRIPTION_LENGTH = 80;

export function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object')
    return `an object with ${Object.keys(value).slice(0, 8).join(', ') || 'no fields'}`;
  if (typeof value === 'string')
    return `'${value.slice(0, DESCRIPTION_LENGTH)}${value.length > DESCRIPTION_LENGTH ? '…' : ''}'`;
  return String(value);
}

import type * as v from 'valibot';
import { HubResponseError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { check } from '../results/index.ts';

/**
 * Checks a response of the Hub against a schema.
 * @param expected the shape in words, for the error
 * @throws HubResponseError
 */
export function checkHub<const Schema extends v.GenericSchema>(
  schema: Schema,
  json: unknown,
  expected: string,
  { hubUrl: url }: Connection,
): v.InferOutput<Schema> {
  return check(schema, json, expected, (expectation) => new HubResponseError(expectation, { url }));
}

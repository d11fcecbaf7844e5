import * as v from 'valibot';
import type { JsonValue } from '../fields/index.ts';
import { check, firstOrSelf, position } from './check.ts';
import type { ResultDefinition } from './result-definition.ts';

const cells = v.looseObject({
  answer: v.string(),
  aggregator: v.optional(v.string(), 'NONE'),
  cells: v.optional(v.array(v.string()), []),
  coordinates: v.optional(v.array(v.tuple([position, position])), []),
});

/** Table question answering: `{answer, aggregator, cells, coordinates}`; coordinates are [row, column]. */
export const cellsResult: ResultDefinition<
  'cells',
  v.InferOutput<typeof cells>,
  { readonly table: JsonValue }
> = {
  kind: 'cells',
  answer: 'json',
  read: (answer) => check(cells, firstOrSelf(answer), '{answer, aggregator, cells, coordinates}'),
  view: ({ answer, aggregator, coordinates }, { table }) => ({
    table: table as Record<string, string[]>,
    answer,
    aggregator,
    coordinates,
  }),
};

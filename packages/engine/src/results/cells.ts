import * as v from 'valibot';
import { OutputError } from '../errors/index.ts';
import type { JsonValue } from '../fields/index.ts';
import { check, position, unwrap } from './check.ts';
import type { ResultDefinition } from './result-definition.ts';

const cells = v.looseObject({
  answer: v.string(),
  aggregator: v.string(),
  cells: v.array(v.string()),
  coordinates: v.array(v.tuple([position, position])),
});

type Table = Record<string, string[]>;

/**
 * Table question answering: `{answer, aggregator, cells, coordinates}`; coordinates are [row, column] and stand in the
 * table.
 */
export const cellsResult: ResultDefinition<
  'cells',
  v.InferOutput<typeof cells>,
  { readonly table: JsonValue }
> = {
  kind: 'cells',
  answer: 'json',
  read(answer, { table }) {
    const value = check(cells, unwrap(answer), '{answer, aggregator, cells, coordinates}');
    const columns = Object.values((table ?? {}) as Table);
    const outside = value.coordinates.find(([row, column]) => row >= (columns[column]?.length ?? 0));
    if (outside) throw new OutputError(`expected coordinates in the table, got [${outside.join(', ')}]`);
    return value;
  },
  view: ({ answer, aggregator, coordinates }, { table }) => ({
    table: table as Table,
    answer,
    aggregator,
    coordinates,
  }),
};

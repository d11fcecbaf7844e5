import * as v from 'valibot';
import { OutputError } from '../errors/index.ts';
import type { JsonValue } from '../fields/index.ts';
import { check, describe, position, score, unwrap, defineResult } from './result.ts';

const numbers = v.array(score);
/** Classifiers may return class names. */
const values = v.array(v.union([score, v.string()]));

type Table = Record<string, string[]>;

/** Specification, section 2; also used for tabular tasks. */
function outputLabel(index: number): string {
  return `Output - Sentence #${index + 1}`;
}

/** Sentence similarity: one number per sentence, in order. */
export const similaritiesResult = defineResult({
  kind: 'numbers',
  read(answer, { sentences }: { readonly sentences: readonly string[] }) {
    const similarities = check(numbers, answer, 'a list of numbers');
    if (similarities.length === sentences.length) return similarities;
    throw new OutputError(
      `expected ${sentences.length} numbers, one for each sentence, got ${similarities.length}`,
    );
  },
  view: (value, { sentences }) => ({
    rows: value.map((number, index) => ({
      label: outputLabel(index),
      value: number,
      detail: sentences[index],
    })),
  }),
});

/** Tabular classification and regression: at most one value for each row of the table. */
export const rowValuesResult = defineResult({
  kind: 'numbers',
  read(answer, { data }: { readonly data: JsonValue }) {
    const predictions = check(values, answer, 'a list of numbers');
    const rows = Object.values((data ?? {}) as Record<string, string[]>)[0]?.length ?? 0;
    if (predictions.length <= rows) return predictions;
    throw new OutputError(`expected at most ${rows} values, one for each row, got ${predictions.length}`);
  },
  view: (value, { data }) => ({
    rows: value.map((row, index) => ({ label: outputLabel(index), value: row })),
    table: data as Table,
  }),
});

const cells = v.looseObject({
  answer: v.string(),
  aggregator: v.string(),
  cells: v.array(v.string()),
  coordinates: v.array(v.tuple([position, position])),
});

/** Table question answering: `{answer, aggregator, cells, coordinates}`; coordinates are [row, column]. */
export const cellsResult = defineResult({
  kind: 'cells',
  read(answer, { table }: { readonly table: JsonValue }) {
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
});

/** Specification, section 3. */
const MAX_DEPTH = 3;

/** The length of each level, from the first entries. @throws OutputError for uneven depths or other values */
function getShape(value: unknown, depth = 1): number[] {
  if (!Array.isArray(value) || depth > MAX_DEPTH) throw unexpected(value);
  if (value.every((entry) => typeof entry === 'number' && Number.isFinite(entry))) return [value.length];
  const shapes = value.map((entry: unknown) => getShape(entry, depth + 1));
  const first = shapes[0] ?? [];
  if (shapes.some((shape) => shape.length !== first.length)) throw unexpected(value);
  return [value.length, ...first];
}

function unexpected(value: unknown): OutputError {
  return new OutputError(`expected numbers nested up to ${MAX_DEPTH} levels, got ${describe(value)}`);
}

/** Feature extraction: numbers nested up to three levels. */
export const vectorResult = defineResult({
  kind: 'vector',
  read(answer) {
    if (!Array.isArray(answer) || answer.length === 0) throw unexpected(answer);
    getShape(answer);
    return answer as JsonValue;
  },
  view: (values) => ({ shape: getShape(values), values }),
});

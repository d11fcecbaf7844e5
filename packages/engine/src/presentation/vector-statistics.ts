import type { JsonValue } from '../fields/index.ts';

/** What there is to say of many numbers in a line. */
export interface Statistics {
  /** How many numbers there are. */
  readonly total: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Euclidean length of all numbers taken as one vector. */
  readonly norm: number;
}

/** The lists of numbers that a nesting ends in, in their order. A list is told by its first entry. */
export function* innermost(values: JsonValue): Generator<readonly number[]> {
  if (!Array.isArray(values) || values.length === 0) return;
  if (!Array.isArray(values[0])) yield values as unknown as readonly number[];
  else for (const inner of values) yield* innermost(inner as JsonValue);
}

/** The numbers of a nesting, in their order. */
export function* eachNumber(values: JsonValue): Generator<number> {
  for (const list of innermost(values)) yield* list;
}

/** Of an empty nesting, `min` is Infinity, `max` is -Infinity and `mean` is 0. */
export function statisticsOf(values: JsonValue): Statistics {
  let total = 0;
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  for (const list of innermost(values)) {
    for (const value of list) {
      total += 1;
      min = Math.min(min, value);
      max = Math.max(max, value);
      sum += value;
    }
  }
  const largest = Math.max(Math.abs(min), Math.abs(max));
  let squares = 0;
  // Scaled by the largest number so that the squares of huge ones stay finite.
  for (const list of innermost(values)) for (const value of list) squares += (value / largest) ** 2;
  return {
    total,
    min,
    max,
    mean: total === 0 ? 0 : sum / total,
    norm: total === 0 || largest === 0 ? 0 : largest * Math.sqrt(squares),
  };
}

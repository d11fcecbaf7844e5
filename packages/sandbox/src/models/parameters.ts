import { ModelInputError, type ModelParameters } from '../define-model.ts';

/** @throws {ModelInputError} unless the parameter is absent, null or a number within the range */
export function readNumber(
  parameters: ModelParameters,
  name: string,
  { min, max = Infinity, isInteger = false }: { min: number; max?: number; isInteger?: boolean },
): number | undefined {
  const value = Object.hasOwn(parameters, name) ? (parameters[name] ?? undefined) : undefined;
  if (value === undefined) return undefined;
  const fits = typeof value === 'number' && value >= min && value <= max;
  if (fits && (!isInteger || Number.isInteger(value))) return value;
  const lower = min === -Infinity ? '' : ` of at least ${min}`;
  const range = max === Infinity ? lower : ` from ${min} to ${max}`;
  throw new ModelInputError(
    `\`parameters.${name}\` must be ${isInteger ? 'an integer' : 'a number'}${range}.`,
  );
}

interface Scored {
  score: number;
}

/** The entries with the best scores first, at most `top_k` of them. */
export function keepBest<Entry extends Scored>(
  entries: readonly Entry[],
  parameters: ModelParameters,
): Entry[] {
  const count = readNumber(parameters, 'top_k', { min: 1, isInteger: true });
  return entries.toSorted((left, right) => right.score - left.score).slice(0, count);
}

/** The entries with a score of at least `threshold`. */
export function keepAbove<Entry extends Scored>(
  entries: readonly Entry[],
  parameters: ModelParameters,
  defaultThreshold = 0,
): Entry[] {
  const threshold = readNumber(parameters, 'threshold', { min: 0, max: 1 }) ?? defaultThreshold;
  return entries.filter(({ score }) => score >= threshold);
}

/** Numbers from 0 to below 1, always the same for a seed (a linear congruential generator modulo 2^32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  next();
  next();
  return next;
}

/** How often each value occurs, in the order of the first ones. */
export function countEach<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The weights of a softmax: positive, and 1 in total. */
export function softmax(values: readonly number[]): number[] {
  const weights = values.map((value) => Math.exp(value));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

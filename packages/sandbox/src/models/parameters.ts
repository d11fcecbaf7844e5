import { ModelInputError, type ModelParameters } from '../define-model.ts';

interface NumberRange {
  min: number;
  max?: number;
  isInteger?: boolean;
}

/** @throws {ModelInputError} unless the parameter is absent, null or a number within the range */
export function readNumber(
  parameters: ModelParameters,
  name: string,
  { min, max = Infinity, isInteger = false }: NumberRange,
): number | undefined {
  const value = Object.hasOwn(parameters, name) ? (parameters[name] ?? undefined) : undefined;
  if (value === undefined) return undefined;
  const fits = typeof value === 'number' && value >= min && value <= max;
  if (fits && (!isInteger || Number.isInteger(value))) return value;
  const range = max === Infinity ? `from ${min}` : `from ${min} to ${max}`;
  throw new ModelInputError(
    `\`parameters.${name}\` must be ${isInteger ? 'an integer' : 'a number'} ${range}.`,
  );
}

/** @throws {ModelInputError} unless the parameter is absent, null or a boolean */
export function readBoolean(parameters: ModelParameters, name: string): boolean | undefined {
  const value = parameters[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw new ModelInputError(`\`parameters.${name}\` must be true or false.`);
}

/** A list of strings; a single string is a list of one, an absent parameter an empty list. */
export function readStrings(parameters: ModelParameters, name: string): string[] {
  const list: unknown[] = [parameters[name] ?? []].flat();
  if (list.every((item) => typeof item === 'string')) return list;
  throw new ModelInputError(`\`parameters.${name}\` must be a string or a list of strings.`);
}

/** The non-empty strings of the `stop` parameter, at most 4 of at most 1,000 characters. */
export function readStops(parameters: ModelParameters): string[] {
  const stops = readStrings(parameters, 'stop');
  if (stops.length > 4 || stops.some((stop) => stop.length > 1000)) {
    throw new ModelInputError(
      '`parameters.stop` must be at most 4 strings of at most 1,000 characters each.',
    );
  }
  return stops.filter((stop) => stop !== '');
}

/** The words of a text, each with the whitespace after it, up to the first `stop` string. */
export function tokensOf(text: string, parameters: ModelParameters): string[] {
  const ends = readStops(parameters)
    .map((stop) => text.indexOf(stop))
    .filter((index) => index !== -1);
  return text.slice(0, Math.min(text.length, ...ends)).match(/\s*\S+\s*/g) ?? [];
}

interface Scored {
  score: number;
}

/** The entries with the best scores first, at most `top_k` of them. */
export function keepBest<Entry extends Scored>(
  entries: readonly Entry[],
  parameters: ModelParameters,
  defaultCount = Infinity,
): Entry[] {
  const count = readNumber(parameters, 'top_k', { min: 1, isInteger: true }) ?? defaultCount;
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

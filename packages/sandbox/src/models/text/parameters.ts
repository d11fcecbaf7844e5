import { ModelInputError } from '../../define-model.ts';

type Parameters = Readonly<Record<string, unknown>>;

interface NumberRange {
  minimum: number;
  maximum: number;
}

function given(parameters: Parameters, name: string): unknown {
  return Object.hasOwn(parameters, name) ? (parameters[name] ?? undefined) : undefined;
}

/**
 * A number among the parameters; `undefined` when it is absent or null.
 *
 * @throws {ModelInputError} when it is no number or out of range.
 */
export function numberParameter(
  parameters: Parameters,
  name: string,
  range: NumberRange,
): number | undefined {
  const value = given(parameters, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value >= range.minimum && value <= range.maximum)) {
    throw new ModelInputError(
      `The parameter '${name}' must be a number from ${range.minimum} to ${range.maximum}.`,
    );
  }
  return value;
}

/**
 * A whole number among the parameters; `undefined` when it is absent or null.
 *
 * @throws {ModelInputError} when it is no whole number or out of range.
 */
export function integerParameter(
  parameters: Parameters,
  name: string,
  range: NumberRange,
): number | undefined {
  const value = numberParameter(parameters, name, range);
  if (value !== undefined && !Number.isInteger(value)) {
    throw new ModelInputError(`The parameter '${name}' must be a whole number.`);
  }
  return value;
}

/**
 * A boolean among the parameters; `undefined` when it is absent or null.
 *
 * @throws {ModelInputError} when it is something else.
 */
export function booleanParameter(parameters: Parameters, name: string): boolean | undefined {
  const value = given(parameters, name);
  if (value === undefined || typeof value === 'boolean') return value;
  throw new ModelInputError(`The parameter '${name}' must be true or false.`);
}

/**
 * A list of texts among the parameters, a single text counting as a list of one; empty when it is absent or null.
 *
 * @throws {ModelInputError} when it is something else.
 */
export function textsParameter(parameters: Parameters, name: string): string[] {
  const value = given(parameters, name) ?? [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((item) => {
    if (typeof item !== 'string')
      throw new ModelInputError(`The parameter '${name}' must be a list of texts.`);
    return item;
  });
}

const mostStops = 4;
const longestStop = 1000;

/** What {@link stopTexts} accepts, for model cards. */
export const stopRules = `at most ${mostStops} of at most ${longestStop} characters each`;

/**
 * The texts of the `stop` parameter that are not empty.
 *
 * @throws {ModelInputError} when it is something else than texts, or over the limits of {@link stopRules}.
 */
export function stopTexts(parameters: Parameters): string[] {
  const stops = textsParameter(parameters, 'stop');
  if (stops.length > mostStops || stops.some((stop) => stop.length > longestStop)) {
    throw new ModelInputError(`The parameter 'stop' must be ${stopRules}.`);
  }
  return stops.filter((stop) => stop !== '');
}

/** The `top_k` parameter of classifiers, at least 1; all labels when it is absent. */
export function topK(parameters: Parameters): number {
  return integerParameter(parameters, 'top_k', { minimum: 1, maximum: 1e9 }) ?? Infinity;
}

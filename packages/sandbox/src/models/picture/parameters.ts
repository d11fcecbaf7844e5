import { ModelInputError } from '../../define-model.ts';

type Parameters = Readonly<Record<string, unknown>>;

export interface NumberRule {
  minimum: number;
  maximum: number;
  /** Only whole numbers are taken. */
  whole?: boolean;
}

/**
 * Reads a number from a request's parameters; undefined when it is absent or null.
 *
 * @throws {ModelInputError} when it is no number or not within the rule.
 */
export function readNumber(parameters: Parameters, name: string, rule: NumberRule): number | undefined {
  const value = parameters[name];
  if (value === undefined || value === null) return undefined;
  const { minimum, maximum, whole = false } = rule;
  const fits = typeof value === 'number' && value >= minimum && value <= maximum;
  if (!fits || (whole && !Number.isInteger(value)))
    throw new ModelInputError(
      `Parameter ${name} must be a ${whole ? 'whole ' : ''}number from ${minimum} to ${maximum}.`,
    );
  return value;
}

/**
 * Reads a text from a request's parameters; an absent one is empty.
 *
 * @throws {ModelInputError} when it is not a string.
 */
export function readText(parameters: Parameters, name: string): string {
  const value = parameters[name] ?? '';
  if (typeof value !== 'string') throw new ModelInputError(`Parameter ${name} must be a text.`);
  return value;
}

/** Keeps the first `top_k` answers, `fallback` of them when the parameter is absent. */
export function keepTop<Answer>(answers: Answer[], parameters: Parameters, fallback: number): Answer[] {
  const limit = readNumber(parameters, 'top_k', { minimum: 1, maximum: 10_000, whole: true });
  return answers.slice(0, limit ?? fallback);
}

/** Keeps the answers whose score is at least `threshold`, `fallback` when the parameter is absent. */
export function keepAbove<Answer extends { score: number }>(
  answers: Answer[],
  parameters: Parameters,
  fallback: number,
): Answer[] {
  const threshold = readNumber(parameters, 'threshold', { minimum: 0, maximum: 1 }) ?? fallback;
  return answers.filter(({ score }) => score >= threshold);
}

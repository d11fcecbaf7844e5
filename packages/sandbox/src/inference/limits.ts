import { ModelInputError } from '../define-model.ts';

interface Scored {
  score: number;
}

function readNumber(parameters: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = parameters[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ModelInputError(`\`parameters.${name}\` must be a number.`);
  }
  return value;
}

/**
 * The best-scored entries first, at most `parameters.top_k` of them.
 * @throws ModelInputError when `top_k` is not a whole number from 1.
 */
export function keepBest<Entry extends Scored>(
  entries: readonly Entry[],
  parameters: Readonly<Record<string, unknown>>,
): Entry[] {
  const most = readNumber(parameters, 'top_k');
  if (most !== undefined && (!Number.isInteger(most) || most < 1)) {
    throw new ModelInputError('`parameters.top_k` must be a whole number from 1.');
  }
  return [...entries].sort((left, right) => right.score - left.score).slice(0, most);
}

/** The entries whose score is at least `parameters.threshold`. @throws ModelInputError when that is no number. */
export function keepAbove<Entry extends Scored>(
  entries: readonly Entry[],
  parameters: Readonly<Record<string, unknown>>,
): Entry[] {
  const least = readNumber(parameters, 'threshold') ?? 0;
  return entries.filter((entry) => entry.score >= least);
}

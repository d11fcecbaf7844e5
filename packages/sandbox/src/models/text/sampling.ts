import { booleanParameter, integerParameter, numberParameter } from './parameters.ts';
import { randomNumbers } from './random.ts';
import type { Continuations } from './next-token.ts';

/** What {@link samplerOf} does with the parameters, for model cards. */
export const samplingRules = `The probability of a token is its count to the power of 1 / \`temperature\` (default 1), divided by the sum over all that
may come next. \`top_k\` keeps that many of the likeliest, \`top_p\` the likeliest until their probabilities reach it. One
of the kept ones is drawn: the first, likeliest first, at which the running sum of probabilities exceeds a random number
times their sum. With \`do_sample\` false or \`temperature\` 0 the likeliest is always taken. \`seed\` (default 0) decides the
random numbers, so the same request has the same answer.`;

/**
 * Draws tokens as the generation parameters say; see {@link samplingRules}.
 *
 * @throws {ModelInputError} when a parameter has the wrong type or range.
 */
export function samplerOf(parameters: Readonly<Record<string, unknown>>): (choices: Continuations) => string {
  const temperature = numberParameter(parameters, 'temperature', { minimum: 0, maximum: 1000 }) ?? 1;
  const isGreedy = booleanParameter(parameters, 'do_sample') === false || temperature === 0;
  const mostTokens = integerParameter(parameters, 'top_k', { minimum: 1, maximum: 1e9 }) ?? Infinity;
  const nucleus = numberParameter(parameters, 'top_p', { minimum: 0, maximum: 1 }) ?? 1;
  const seed = integerParameter(parameters, 'seed', { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) ?? 0;
  const random = randomNumbers(seed);

  return (choices) => {
    const [first] = choices;
    if (!first) return '';
    if (isGreedy) return first[0];
    // Relative to the likeliest count, so that a small temperature cannot overflow.
    const weights = choices.map(([, count]) => (count / first[1]) ** (1 / temperature));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let kept = 0;
    let sum = 0;
    while (kept < weights.length && kept < mostTokens && (kept === 0 || sum < nucleus * total)) {
      sum += weights[kept] ?? 0;
      kept += 1;
    }
    let left = random() * sum;
    const index = weights.slice(0, kept).findIndex((weight) => (left -= weight) < 0);
    return choices[index === -1 ? kept - 1 : index]?.[0] ?? first[0];
  };
}

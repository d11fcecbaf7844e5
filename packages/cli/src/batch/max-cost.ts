import { UsageError } from '../context/errors.ts';

/** Parses the value of `--max-cost`, US dollars. @throws UsageError */
export function parseCost(text: string): number {
  const cost = text.trim() === '' ? Number.NaN : Number(text.trim().replace(/^\$/, ''));
  if (cost > 0 && Number.isFinite(cost)) return cost;
  throw new UsageError(`Invalid --max-cost '${text}'`, { hint: 'Use US dollars, for example 2.50.' });
}

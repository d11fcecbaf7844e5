import { InputError, type BatchSetup } from '@tryout/engine';
import { UsageError } from '../context/errors.ts';

/** Parses the value of `--max-cost`, US dollars. @throws UsageError */
export function parseCost(text: string): number {
  const cost = text.trim() === '' ? Number.NaN : Number(text.trim().replace(/^\$/, ''));
  if (cost > 0 && Number.isFinite(cost)) return cost;
  throw new UsageError(`Invalid --max-cost '${text}'`, { hint: 'Use US dollars, for example 2.50.' });
}

/** @throws InputError for candidates without a price */
export function requirePrices({ candidates, maxCost }: BatchSetup): void {
  const unpriced = candidates.find(({ highestPrice }) => highestPrice === undefined);
  if (maxCost === undefined || !unpriced) return;
  throw new InputError(`The price of ${unpriced.name} is unknown, so its cost cannot be limited`, {
    hint: 'Choose a chat model with a price (tryout info MODEL), or set no limit of the cost.',
  });
}

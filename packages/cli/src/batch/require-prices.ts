import { InputError, type BatchSetup } from '@tryout/engine';

/** @throws InputError for candidates without a price */
export function requirePrices({ candidates, maxCost }: BatchSetup): void {
  const unpriced = candidates.find(({ highestPrice }) => highestPrice === undefined);
  if (maxCost === undefined || !unpriced) return;
  throw new InputError(`The price of ${unpriced.name} is unknown, so --max-cost cannot limit it`, {
    hint: 'Choose a chat model with a price (tryout info MODEL), or remove --max-cost.',
  });
}

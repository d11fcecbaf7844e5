import type { Filled } from './amount-bar.tsx';

/** The bar of a share of 0 to 1; nothing where there is no share. */
export function barOf(share: number | undefined): { readonly bar?: Filled } {
  return share === undefined ? {} : { bar: { from: 0, to: share } };
}

/** The bars of numbers: of shares of 0 to 1 from the left, of numbers from -1 to 1 from the middle, of others none. */
export function barsOf(values: readonly (number | string)[]): { readonly bar?: Filled }[] {
  const within = (least: number) =>
    values.every((value) => typeof value === 'number' && value >= least && value <= 1);
  // Whole numbers are classes or counts rather than shares.
  if (values.every((value) => Number.isInteger(value)) || !within(-1)) return values.map(() => ({}));
  if (within(0)) return values.map((value) => barOf(Number(value)));
  return values.map((value) => {
    const place = (Number(value) + 1) / 2;
    return { bar: { from: Math.min(place, 0.5), to: Math.max(place, 0.5), zero: 0.5 } };
  });
}

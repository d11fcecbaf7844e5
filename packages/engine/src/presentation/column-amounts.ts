import { shortNumber } from './amounts.ts';
import { asLine } from './as-line.ts';

/** More digits behind the point tell nobody more. */
const MOST_DECIMALS = 4;

/** A value of a list of numbers: a number as {@link shortNumber}, a word as it is. */
export function amountText(value: number | string): string {
  return typeof value === 'number' ? shortNumber(value) : asLine(value);
}

/**
 * The values of a column, each as {@link amountText}; numbers with as many digits behind the point, where that takes
 * few.
 */
export function columnAmounts(values: readonly (number | string)[]): string[] {
  const texts = values.map(amountText);
  const decimals = texts.reduce((most, text) => Math.max(most, text.split('.')[1]?.length ?? 0), 0);
  const areAlike =
    decimals <= MOST_DECIMALS &&
    values.every(
      (value, index) => typeof value === 'number' && Math.abs(value) < 1000 && !texts[index]!.includes('e'),
    );
  return areAlike ? texts.map((text) => Number(text).toFixed(decimals)) : texts;
}

import { asLine } from '../text/index.ts';
import { percent, shortNumber } from './numbers.ts';

const MAX_DECIMALS = 4;

/** A number as {@link shortNumber}; a string in one line. */
export function formatAmount(value: number | string): string {
  return typeof value === 'number' ? shortNumber(value) : asLine(value);
}

/** The values of a column as {@link formatAmount}; numbers with the same number of decimals if that is small. */
export function formatColumn(values: readonly (number | string)[]): string[] {
  const texts = values.map(formatAmount);
  const decimals = texts.reduce((max, text) => Math.max(max, text.split('.')[1]?.length ?? 0), 0);
  const areAligned =
    decimals <= MAX_DECIMALS &&
    values.every(
      (value, index) => typeof value === 'number' && Math.abs(value) < 1000 && !texts[index]!.includes('e'),
    );
  return areAligned ? texts.map((text) => Number(text).toFixed(decimals)) : texts;
}

/**
 * Scores as percentages with their share from 0 to 1, or as numbers if any is outside of that (logits). The amount is
 * empty without a score.
 */
export function formatScores(scores: readonly (number | undefined)[]) {
  const areShares = scores.every((score) => score === undefined || (score >= 0 && score <= 1));
  return scores.map((score) => {
    if (score === undefined) return { amount: '' };
    return areShares ? { amount: percent(score), share: score } : { amount: shortNumber(score) };
  });
}

import { asLine } from '../text/index.ts';
import { percent, shortNumber } from './numbers.ts';

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

/** A score as it is written. */
export interface ScoreText {
  /** Empty without a score. */
  readonly amount: string;
  /** 0 to 1, where a bar says something. */
  readonly share?: number;
}

/** Scores as texts: shares as percent, or plain numbers as soon as one is outside 0 to 1 (logits). */
export function scoreTexts(scores: readonly (number | undefined)[]): ScoreText[] {
  const areShares = scores.every((score) => score === undefined || (score >= 0 && score <= 1));
  return scores.map((score) => {
    if (score === undefined) return { amount: '' };
    return areShares ? { amount: percent(score), share: score } : { amount: shortNumber(score) };
  });
}

import { percent, shortNumber } from './amounts.ts';

/** A score as it is written. */
export interface ScoreText {
  /** Empty where there is no score. */
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

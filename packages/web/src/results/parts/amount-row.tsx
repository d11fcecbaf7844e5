import { formatScores } from '@tryout/engine';
import { memo } from 'react';
import { classes } from '../../lib/classes.ts';
import { toneStyle } from './tone-style.ts';
import styles from './parts.module.css';

/** A row with a label and an amount. All texts are safe to show. */
export interface AmountRowData {
  readonly label: string;
  readonly amount: string;
  readonly bar?: Bar | undefined;
  readonly detail?: string;
  readonly tag?: { readonly text: string; readonly tone: number };
  readonly isBest?: boolean;
}

export const AmountRow = memo(function AmountRow({ item }: { readonly item: AmountRowData }) {
  const { label, amount, bar, detail, tag, isBest } = item;
  return (
    <li className={classes(styles.row, isBest && styles.best, bar && styles.withBar)}>
      <span className={styles.label} dir="auto">
        {tag && (
          <span className={styles.tag} style={toneStyle(tag.tone)}>
            {tag.text}
          </span>
        )}
        <span>{label}</span>
      </span>
      {bar && <AmountBar {...bar} className={styles.bar} />}
      {amount !== '' && <span className={styles.amount}>{amount}</span>}
      {detail && (
        <span className={styles.detail} dir="auto">
          {detail}
        </span>
      )}
    </li>
  );
});

/** The filled part of a bar, from 0 to 1. */
interface Bar {
  readonly from: number;
  readonly to: number;
  /** Position of zero, if it is not at the start. */
  readonly zero?: number;
}

interface AmountBarProps extends Bar {
  readonly className?: string | undefined;
}

export function AmountBar({ from, to, zero, className }: AmountBarProps) {
  return (
    <span className={classes(styles.amountBar, className)} aria-hidden="true">
      <span
        className={styles.filled}
        style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }}
      />
      {zero !== undefined && <span className={styles.zero} style={{ insetInlineStart: `${zero * 100}%` }} />}
    </span>
  );
}

/** The amounts and bars of rows with scores. */
export function scoreAmounts(
  rows: readonly { readonly score?: number | undefined }[],
): Pick<AmountRowData, 'amount' | 'bar'>[] {
  const scores = formatScores(rows.map(({ score }) => score));
  return scores.map(({ amount, share }) => ({
    amount,
    bar: share === undefined ? undefined : { from: 0, to: share },
  }));
}

/** Bars from the start for values from 0 to 1, from the middle for values from -1 to 1; none for other values. */
export function getBars(values: readonly (number | string)[]): (Bar | undefined)[] {
  const areWithin = (min: number) =>
    values.every((value) => typeof value === 'number' && value >= min && value <= 1);
  // Integers are classes or counts.
  if (values.every((value) => Number.isInteger(value)) || !areWithin(-1)) return values.map(() => undefined);
  if (areWithin(0)) return values.map((value) => ({ from: 0, to: Number(value) }));
  return values.map((value) => {
    const place = (Number(value) + 1) / 2;
    return { from: Math.min(place, 0.5), to: Math.max(place, 0.5), zero: 0.5 };
  });
}

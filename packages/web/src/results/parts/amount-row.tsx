import { memo } from 'react';
import { classes } from '../../lib/classes.ts';
import { AmountBar, type Filled } from './amount-bar.tsx';
import styles from './amount-row.module.css';
import { toneClass } from './tones.ts';

/** A row with a label and an amount. All texts are visible already. */
export interface AmountRowData {
  readonly label: string;
  /** Empty where there is none. */
  readonly amount: string;
  /** Where a bar says something. */
  readonly bar?: Filled;
  readonly detail?: string;
  /** Of the label, where it is a category. */
  readonly tone?: number;
  /** Stands out among the others. */
  readonly isBest?: boolean;
}

/** Label, bar and amount beside each other, in narrow places the bar below; the detail under them. */
export const AmountRow = memo(function AmountRow({ item }: { readonly item: AmountRowData }) {
  const { label, amount, bar, detail, tone, isBest } = item;
  return (
    <li className={classes(styles.row, isBest && styles.best, bar && styles.withBar)}>
      <span className={classes(styles.label, tone !== undefined && styles.tagged)} dir="auto">
        {tone !== undefined && (
          <span className={classes(styles.swatch, toneClass(tone))} aria-hidden="true" />
        )}
        <span className={styles.text}>{label}</span>
      </span>
      {bar && <AmountBar {...bar} className={styles.bar} />}
      {amount !== '' && <span className={styles.amount}>{amount}</span>}
      {detail !== undefined && detail !== '' && (
        <span className={styles.detail} dir="auto">
          {detail}
        </span>
      )}
    </li>
  );
});

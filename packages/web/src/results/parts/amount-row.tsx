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
  /** The category that it belongs to, by its name and its color. */
  readonly tag?: { readonly text: string; readonly tone: number };
  /** Stands out among the others. */
  readonly isBest?: boolean;
}

/** Label, bar and amount beside each other, in narrow places the bar below; the detail under them. */
export const AmountRow = memo(function AmountRow({ item }: { readonly item: AmountRowData }) {
  const { label, amount, bar, detail, tag, isBest } = item;
  return (
    <li className={classes(styles.row, isBest && styles.best, bar && styles.withBar)}>
      <span className={styles.label} dir="auto">
        {tag && <span className={classes(styles.tag, toneClass(tag.tone))}>{tag.text}</span>}
        <span>{label}</span>
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

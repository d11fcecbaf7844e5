import { memo } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './parts.module.css';

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

/** What part of a bar is filled: two places from 0 to 1. */
interface Filled {
  readonly from: number;
  readonly to: number;
  /** Where zero is, if not at the beginning. */
  readonly zero?: number;
}

/** A bar beside its amount, which says the same in words. */
export function AmountBar({
  from,
  to,
  zero,
  className,
}: Filled & { readonly className?: string | undefined }) {
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

/** How many colors there are for categories: `--tone-1` to `--tone-8`. */
const TONES = 8;

/** Class that gives `--tone` the color of a category. @param index any whole number from 0; colors come round again */
export function toneClass(index: number): string {
  return styles[`tone${index % TONES}`] ?? '';
}

/** The same color as a canvas takes it. */
export function toneColor(element: Element, index: number): string {
  return getComputedStyle(element).getPropertyValue(`--tone-${(index % TONES) + 1}`);
}

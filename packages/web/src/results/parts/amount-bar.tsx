import { classes } from '../../lib/classes.ts';
import styles from './amount-bar.module.css';

/** What part of a bar is filled: two places from 0 to 1. */
export interface Filled {
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
    <span className={classes(styles.bar, className)} aria-hidden="true">
      <span
        className={styles.filled}
        style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }}
      />
      {zero !== undefined && <span className={styles.zero} style={{ insetInlineStart: `${zero * 100}%` }} />}
    </span>
  );
}

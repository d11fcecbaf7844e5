import type { ComponentProps } from 'react';
import { classes } from '../lib/classes.ts';
import styles from './scroll-box.module.css';

/** A scroll container that the keyboard can also scroll. */
export function ScrollBox({
  className,
  children,
  ...props
}: ComponentProps<'div'> & { 'aria-label': string }) {
  return (
    <div tabIndex={0} role="group" className={classes(styles.box, className)} {...props}>
      <div className={styles.inner}>{children}</div>
    </div>
  );
}

import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './text-input.module.css';

/** One line that is typed into. */
export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classes(styles.input, className)} {...props} />;
}

/** Several lines; grows with what is typed where the browser knows how (`field-sizing`). */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={classes(styles.input, className)} {...props} />;
}

/** One of a few values. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={classes(styles.input, className)} {...props} />;
}

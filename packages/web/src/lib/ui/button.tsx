import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` for the one thing that a screen is for, `quiet` without a border. */
  readonly look?: 'primary' | 'secondary' | 'quiet';
}

/** A button; of type `button` unless told otherwise, so that none submits by accident. */
export function Button({ look = 'secondary', className, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={classes(styles.button, styles[look], className)} {...props} />;
}

import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './button.module.css';

export interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Where it leads; while that is not known it is disabled. */
  readonly href: string | undefined;
  readonly look?: 'primary' | 'secondary' | 'quiet';
}

/** A link that looks like a button. */
export function ButtonLink({ href, look = 'secondary', className, ...props }: ButtonLinkProps) {
  const target = href === undefined ? { role: 'link', 'aria-disabled': true } : { href };
  return <a className={classes(styles.button, styles[look], className)} {...target} {...props} />;
}

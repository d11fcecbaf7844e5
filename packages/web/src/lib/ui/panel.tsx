import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './panel.module.css';

/** A sheet on the yellow page. */
export function Panel({ className, ...props }: ComponentProps<'section'>) {
  return <section className={classes(styles.panel, className)} {...props} />;
}

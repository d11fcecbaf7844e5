import { type ComponentProps, Fragment } from 'react';
import { classes } from '../classes.ts';
import styles from './panel.module.css';

/** A sheet on the yellow page. */
export function Panel({ className, ...props }: ComponentProps<'section'>) {
  return <section className={classes(styles.panel, className)} {...props} />;
}

/** Facts in a sentence's place, `4 downloads · 2 likes`, broken between them rather than within one. */
export function FactLine({ facts }: { readonly facts: readonly string[] }) {
  return facts.map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 && ' '}
      <span className={styles.fact}>{index < facts.length - 1 ? `${fact} ·` : fact}</span>
    </Fragment>
  ));
}

/** For screen readers alone. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span className={styles.hidden} {...props} />;
}

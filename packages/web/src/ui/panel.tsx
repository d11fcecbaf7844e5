import { type ComponentProps, Fragment } from 'react';
import { classes } from '../lib/classes.ts';
import styles from './panel.module.css';

export function Panel({ className, ...props }: ComponentProps<'section'>) {
  return <section className={classes(styles.panel, className)} {...props} />;
}

/** Facts in one line, `4 downloads · 2 likes`, which wraps between them. */
export function FactLine({ facts }: { readonly facts: readonly string[] }) {
  return facts.map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 && ' '}
      <span className={styles.fact}>{index < facts.length - 1 ? `${fact} ·` : fact}</span>
    </Fragment>
  ));
}

/** Text for screen readers only. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span className={styles.hidden} {...props} />;
}

/** A link to another site: it opens in a new tab, without access to this one. */
export function ExternalLink(props: ComponentProps<'a'>) {
  return <a target="_blank" rel="noopener noreferrer" {...props} />;
}

interface ScrollBoxProps extends ComponentProps<'div'> {
  readonly 'aria-label': string;
  /** Wraps long lines instead of scrolling them. */
  readonly wraps?: boolean;
}

/** A scroll container that the keyboard can also scroll. */
export function ScrollBox({ className, wraps = false, children, ...props }: ScrollBoxProps) {
  return (
    <div tabIndex={0} role="group" className={classes(styles.scrollBox, className)} {...props}>
      <div className={wraps ? undefined : styles.inner}>{children}</div>
    </div>
  );
}

import { Fragment } from 'react';
import styles from './fact-line.module.css';

/** Facts in a sentence's place, `4 downloads · 2 likes`, broken between them rather than within one. */
export function FactLine({ facts }: { readonly facts: readonly string[] }) {
  return facts.map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 && ' '}
      <span className={styles.fact}>{index < facts.length - 1 ? `${fact} ·` : fact}</span>
    </Fragment>
  ));
}

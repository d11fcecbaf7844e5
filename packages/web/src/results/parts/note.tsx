import type { ReactNode } from 'react';
import styles from './parts.module.css';

/** A remark of ours in place of or below a result, for example that nothing was found. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** A few facts in a line that breaks between them. */
export function Facts({ facts }: { readonly facts: readonly string[] }) {
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

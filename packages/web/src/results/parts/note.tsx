import type { ReactNode } from 'react';
import styles from './parts.module.css';

/** A remark below or instead of a result. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** A list of facts in one line. */
export function Facts({ facts }: { readonly facts: readonly string[] }) {
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

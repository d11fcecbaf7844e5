import type { ReactNode } from 'react';
import styles from './note.module.css';

/** A remark of ours in place of or below a result, for example that nothing was found. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

import type { ReactNode } from 'react';
import { FactLine } from '../../ui/panel.tsx';
import styles from './parts.module.css';

/** A remark below or instead of a result. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** Facts about a picture or sound. */
export function Facts({ facts }: { readonly facts: readonly string[] }) {
  return (
    <p className={styles.facts}>
      <FactLine facts={facts} />
    </p>
  );
}

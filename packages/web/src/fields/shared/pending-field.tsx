import type { Field } from '@tryout/engine';
import styles from './pending-field.module.css';

/** Keeps the room of an input that is being loaded. */
export function PendingField({ field }: { readonly field: Field }) {
  return (
    <div className={styles.pending} data-kind={field.kind}>
      <p className={styles.label}>{field.label}</p>
    </div>
  );
}

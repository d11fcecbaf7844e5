import type { CodeEntry } from '@tryout/engine';
import { useId } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './code.module.css';

export interface ClientChoiceProps {
  readonly entries: readonly CodeEntry[];
  /** Id of the one that is shown. */
  readonly chosen: string;
  onChoose(id: string): void;
}

/** The clients of a language; those without code say why when they are chosen. */
export function ClientChoice({ entries, chosen, onChoose }: ClientChoiceProps) {
  const name = useId();
  if (entries.length < 2) return null;
  return (
    <fieldset className={styles.clients}>
      <legend className={styles.legend}>Client</legend>
      {entries.map(({ id, label, piece }) => (
        <label key={id} className={classes(styles.client, !piece && styles.lacking)}>
          <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

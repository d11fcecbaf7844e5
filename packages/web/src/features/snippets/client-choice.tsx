import type { CodeEntry } from '@tryout/engine';
import { useId } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './code.module.css';

export interface ClientChoiceProps {
  /** What they are. */
  readonly label: string;
  readonly entries: readonly CodeEntry[];
  /** Id of the one that is shown. */
  readonly chosen: string;
  onChoose(id: string): void;
}

/** The clients of a language, or the parts of a library's code; those without code say why when they are chosen. */
export function ClientChoice({ label: legend, entries, chosen, onChoose }: ClientChoiceProps) {
  const name = useId();
  if (entries.length < 2) return null;
  return (
    <fieldset className={styles.clients}>
      <legend className={styles.legend}>{legend}</legend>
      {entries.map(({ id, label, piece }) => (
        <label key={id} className={classes(styles.client, !piece && styles.lacking)}>
          <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

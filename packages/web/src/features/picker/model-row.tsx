import { accessMarks } from '@tryout/engine';
import { CornerDownRight, Search } from 'lucide-react';
import { Emphasized } from '../../lib/ui/combobox/emphasized.tsx';
import { ModelFacts } from './model-facts.tsx';
import type { ModelRow } from './model-rows.ts';
import styles from './rows.module.css';

interface ModelRowViewProps {
  readonly row: ModelRow;
  /** Beginnings and ends of the letters that were typed. */
  readonly places: readonly number[];
}

/** One row of the list of models. */
export function ModelRowView({ row, places }: ModelRowViewProps) {
  if (row.kind === 'search')
    return (
      <span className={styles.own}>
        <Search aria-hidden="true" size={18} />
        <span className={styles.name}>Search the Hub for “{row.words}”</span>
      </span>
    );
  if (row.kind === 'typed')
    return (
      <span className={styles.own}>
        <CornerDownRight aria-hidden="true" size={18} />
        <span className={styles.name}>Use {row.id}</span>
      </span>
    );
  const { model, text, isDisabled } = row;
  return (
    <span className={styles.row}>
      <span className={styles.name} title={text}>
        <Emphasized text={text} places={places} />
      </span>
      <span className={styles.marks}>
        {accessMarks(model).map((mark) => (
          <span key={mark} className={styles.badge}>
            {mark}
          </span>
        ))}
      </span>
      <ModelFacts model={model} instead={isDisabled ? 'not a usable name' : undefined} />
    </span>
  );
}

import { aggregationWords, asLine, tableColumns } from '@tryout/engine';
import { useMemo } from 'react';
import type { ResultProps } from '../result-props.ts';
import { CellsTable } from './cells-table.tsx';
import styles from './cells.module.css';

/** The answer with how it came about, then the table with its cells marked. */
export function Cells({ view }: ResultProps<'cells'>) {
  const { answer, coordinates, table } = view;
  const columns = useMemo(() => tableColumns(table), [table]);
  const aggregation = aggregationWords(view);
  return (
    <div className={styles.cells}>
      <p className={styles.head}>
        <span className={styles.answer} dir="auto">
          {asLine(answer) || '(no answer)'}
        </span>
        {aggregation !== undefined && <span className={styles.aggregation}>{aggregation}</span>}
      </p>
      <CellsTable columns={columns} coordinates={coordinates} />
    </div>
  );
}

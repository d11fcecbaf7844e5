import { asLine } from '@tryout/engine';
import { useMemo } from 'react';
import type { ResultProps } from '../result-props.ts';
import { CellsTable } from './cells-table.tsx';
import styles from './cells.module.css';

/** The answer with how it came about, then the table with its cells marked. */
export function Cells({ view }: ResultProps<'cells'>) {
  const { answer, aggregator, coordinates, table } = view;
  const columns = useMemo(
    () => Object.entries(table ?? {}).filter(([, values]) => Array.isArray(values)),
    [table],
  );
  const cells = coordinates.length === 1 ? 'cell' : 'cells';
  return (
    <div className={styles.cells}>
      <p className={styles.head}>
        <span className={styles.answer} dir="auto">
          {asLine(answer) || '(no answer)'}
        </span>
        {aggregator !== undefined && aggregator !== 'NONE' && aggregator !== '' && (
          <span className={styles.aggregation}>
            {asLine(aggregator)} of {coordinates.length} {cells}
          </span>
        )}
      </p>
      <CellsTable columns={columns} coordinates={coordinates} />
    </div>
  );
}

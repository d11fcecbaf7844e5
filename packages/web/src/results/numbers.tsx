import { asLine, columnAmounts } from '@tryout/engine';
import { useMemo } from 'react';
import { AmountRow, type AmountRowData } from './parts/amount-row.tsx';
import styles from './parts/amount-row.module.css';
import { barsOf } from './parts/bar-of.ts';
import { GrowingList } from './parts/growing-list.tsx';
import { Note } from './parts/note.tsx';
import type { ResultProps } from './result-props.ts';

/** Each number with its label, a bar where it is a share, and what it belongs to. */
export function Numbers({ view: { rows } }: ResultProps<'numbers'>) {
  const drawn = useMemo(() => {
    const bars = barsOf(rows.map(({ value }) => value));
    const amounts = columnAmounts(rows.map(({ value }) => value));
    return rows.map(({ label, detail }, index): AmountRowData => ({
      label: asLine(label),
      amount: amounts[index] ?? '',
      ...bars[index],
      ...(detail === undefined ? {} : { detail: asLine(detail) }),
    }));
  }, [rows]);
  if (rows.length === 0) return <Note>No numbers</Note>;
  return <GrowingList label="Numbers" isRanked items={drawn} row={AmountRow} className={styles.rows} />;
}

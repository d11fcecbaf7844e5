import { asLabel, asLine, columnAmounts, scoreTexts } from '@tryout/engine';
import { useMemo } from 'react';
import { AmountRow, type AmountRowData, barOf, barsOf } from './parts/amount-row.tsx';
import { GrowingList } from './parts/growing-list.tsx';
import { Note } from './parts/note.tsx';
import type { ResultProps } from './result-view.tsx';
import styles from './parts/parts.module.css';

/** Labels with bars, best first; logits as numbers. */
export function Labels({ view: { rows } }: ResultProps<'labels'>) {
  const drawn = useMemo(() => {
    const scores = scoreTexts(rows.map(({ score }) => score));
    return rows.map((row, index): AmountRowData => ({
      label: asLabel(row.label),
      amount: scores[index]!.amount,
      ...barOf(scores[index]!.share),
      ...(row.detail === undefined ? {} : { detail: asLine(row.detail) }),
      isBest: index === 0,
    }));
  }, [rows]);
  if (rows.length === 0) return <Note>No labels</Note>;
  return (
    <GrowingList label="Labels, best first" isRanked items={drawn} row={AmountRow} className={styles.rows} />
  );
}

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

import { asLabel, asLine, scoreTexts } from '@tryout/engine';
import { useMemo } from 'react';
import { AmountRow, type AmountRowData } from './parts/amount-row.tsx';
import styles from './parts/amount-row.module.css';
import { barOf } from './parts/bar-of.ts';
import { GrowingList } from './parts/growing-list.tsx';
import { Note } from './parts/note.tsx';
import type { ResultProps } from './result-props.ts';

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

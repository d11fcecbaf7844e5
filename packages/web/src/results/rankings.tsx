import { asLabel, asLine, formatColumn } from '@tryout/engine';
import { useMemo } from 'react';
import {
  AmountRow,
  getBars,
  GrowingList,
  scoredRows,
  type AmountRowData,
  type ResultProps,
} from './parts/parts.tsx';
import styles from './parts/parts.module.css';

interface RankingProps {
  readonly label: string;
  readonly items: readonly AmountRowData[];
  readonly emptyNote?: string;
}

/** A list of rows in order. */
export function Ranking(props: RankingProps) {
  return <GrowingList {...props} isRanked row={AmountRow} className={styles.rows} />;
}

/** Labels with their scores, best first. */
export function Labels({ view: { rows } }: ResultProps<'labels'>) {
  const items = useMemo(
    () =>
      scoredRows(rows, ({ label, detail }, index) => ({
        label: asLabel(label),
        detail: asLine(detail ?? ''),
        isBest: index === 0,
      })),
    [rows],
  );
  return <Ranking label="Labels, best first" items={items} emptyNote="No labels" />;
}

/** Numbers with bars, if they are shares or cosines. */
export function Numbers({ view: { rows } }: ResultProps<'numbers'>) {
  const items = useMemo(() => {
    const values = rows.map(({ value }) => value);
    const bars = getBars(values);
    const amounts = formatColumn(values);
    return rows.map(({ label, detail }, index): AmountRowData => ({
      label: asLine(label),
      amount: amounts[index] ?? '',
      bar: bars[index],
      detail: asLine(detail ?? ''),
    }));
  }, [rows]);
  return <Ranking label="Numbers" items={items} emptyNote="No numbers" />;
}

import { asLabel, asLine, formatColumn, hasWinner } from '@tryout/engine';
import { useMemo } from 'react';
import { CellsTable } from './cells.tsx';
import {
  AmountList,
  getBars,
  createScoreRows,
  type AmountRowData,
  type ResultProps,
} from './parts/parts.tsx';

/** Labels with their scores, best first. */
export function Labels({ view: { rows } }: ResultProps<'labels'>) {
  const items = useMemo(
    () =>
      createScoreRows(rows, ({ label, detail }, index) => ({
        label: asLabel(label),
        detail: asLine(detail ?? ''),
        isBest: index === 0 && hasWinner(rows),
      })),
    [rows],
  );
  return <AmountList label="Labels, best first" isRanked items={items} emptyNote="No labels" />;
}

/** Numbers next to the rows of their table, or with bars if they are shares or cosines. */
export function Numbers({ view: { rows, table } }: ResultProps<'numbers'>) {
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
  if (table && rows.length > 0) return <CellsTable view={{ table, coordinates: [] }} predictions={items} />;
  return <AmountList label="Numbers" isRanked items={items} emptyNote="No numbers" />;
}

import {
  aggregationText,
  asLine,
  count,
  counted,
  getHeight,
  visibleRows,
  tableColumns,
  type ResultViews,
} from '@tryout/engine';
import { Check } from 'lucide-react';
import { Fragment, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { classes } from '../lib/classes.ts';
import { Button } from '../ui/button.tsx';
import { ScrollBox, VisuallyHidden } from '../ui/panel.tsx';
import { Note, type AmountRowData, type ResultProps } from './parts/parts.tsx';
import styles from './cells.module.css';

const FIRST_ROWS = 20;
const MAX_COLUMNS = 200;
/** Browsers lay out a table in one go; a larger one would block the page for seconds. */
const MAX_CELLS = 40_000;

/** The answer, how it was computed, and the table with its cells highlighted. */
export function Cells({ view }: ResultProps<'cells'>) {
  const aggregation = aggregationText(view);
  return (
    <div className="stack loose">
      <p className={styles.head}>
        <span className={styles.answer} dir="auto">
          {asLine(view.answer) || '(no answer)'}
        </span>
        {aggregation !== undefined && <span className="soft">{aggregation}</span>}
      </p>
      <CellsTable view={view} />
    </div>
  );
}

interface CellsTableProps {
  readonly view: Pick<ResultViews['cells'], 'table' | 'coordinates'>;
  /** The last column: an amount for each row, with a label for screen readers. */
  readonly predictions?: readonly AmountRowData[];
}

/** A table with highlighted cells; long tables initially show only the rows around them. */
export function CellsTable({ view: { table, coordinates }, predictions }: CellsTableProps) {
  const columns = useMemo(() => tableColumns(table), [table]);
  const height = getHeight(columns);
  const highlights = useMemo(() => new Set(coordinates.map(String)), [coordinates]);
  const visibleColumns = columns.slice(0, MAX_COLUMNS);
  const width = visibleColumns.length + (predictions ? 1 : 0);
  const maxRows = Math.min(height, Math.floor(MAX_CELLS / Math.max(1, visibleColumns.length)));
  const [showsAll, setShowsAll] = useState(false);
  const runs = useMemo(() => {
    if (showsAll) return [{ skipped: 0, rows: Array.from({ length: maxRows }, (_, row) => row) }];
    const rows = coordinates.map(([row]) => row);
    return visibleRows(height, rows, FIRST_ROWS);
  }, [height, coordinates, showsAll, maxRows]);
  const box = useRef<HTMLDivElement>(null);
  useScrollToMarked(box);
  const rowsLeft = height - (runs.at(-1)?.rows.at(-1) ?? -1) - 1;
  const row = (index: number) => (
    <tr key={index}>
      {visibleColumns.map(([name, values], column) => (
        <Cell key={name} text={String(values[index] ?? '')} isMarked={highlights.has(`${index},${column}`)} />
      ))}
      {predictions && <Prediction prediction={predictions[index]} />}
    </tr>
  );
  return (
    <>
      <ScrollBox ref={box} aria-label="Table" className={styles.box}>
        <table className={styles.table}>
          <thead>
            <tr>
              {visibleColumns.map(([name]) => (
                <th key={name} scope="col">
                  {asLine(name)}
                </th>
              ))}
              {predictions && (
                <th scope="col" className={styles.prediction}>
                  Prediction
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {runs.map(({ skipped, rows }) => (
              <Fragment key={rows[0]}>
                {skipped > 0 && <SkippedRows rows={skipped} columns={width} />}
                {rows.map(row)}
              </Fragment>
            ))}
            {rowsLeft > 0 && <SkippedRows rows={rowsLeft} columns={width} />}
          </tbody>
        </table>
      </ScrollBox>
      {columns.length > MAX_COLUMNS && (
        <Note>{count(columns.length - MAX_COLUMNS)} more columns are not shown.</Note>
      )}
      {!showsAll && height > FIRST_ROWS && (
        <Button onClick={() => setShowsAll(true)} className="at-start">
          Show {maxRows < height ? 'the first' : 'all'} {count(maxRows)} rows
        </Button>
      )}
    </>
  );
}

function SkippedRows({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <tr className={styles.skipped}>
      <td colSpan={columns}>… {counted(rows, 'row')}</td>
    </tr>
  );
}

function Cell({ text, isMarked }: { readonly text: string; readonly isMarked: boolean }) {
  return (
    <td className={classes(isMarked && styles.marked)} dir="auto" data-marked={isMarked || undefined}>
      {isMarked && <Check aria-hidden="true" size={14} strokeWidth={3} className={styles.check} />}
      {asLine(text)}
      {isMarked && <VisuallyHidden> (part of the answer)</VisuallyHidden>}
    </td>
  );
}

function Prediction({ prediction }: { readonly prediction: AmountRowData | undefined }) {
  return (
    <td className={styles.prediction} dir="auto">
      {prediction && <VisuallyHidden>{prediction.label}: </VisuallyHidden>}
      {prediction?.amount}
    </td>
  );
}

/** Pixels next to the highlighted cell. */
const MARGIN = 24;

function useScrollToMarked(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const cell = box.current?.querySelector<HTMLElement>('[data-marked]');
    if (!box.current || !cell) return;
    const end = cell.getBoundingClientRect().right - box.current.getBoundingClientRect().right;
    if (end > -MARGIN) box.current.scrollBy(end + MARGIN, 0);
  }, [box]);
}

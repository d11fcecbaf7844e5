import {
  aggregationWords,
  asLine,
  count,
  counted,
  heightOf,
  type ResultViews,
  shownRows,
  tableColumns,
  type TableColumns,
} from '@tryout/engine';
import { Check } from 'lucide-react';
import { Fragment, memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { classes } from '../lib/classes.ts';
import { Button } from '../lib/ui/button.tsx';
import { VisuallyHidden } from '../lib/ui/panel.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { useGrowing } from './parts/growing-list.tsx';
import { Note } from './parts/note.tsx';
import type { ResultProps } from './result-view.tsx';
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

const MOST_ROWS = 20;
const MOST_COLUMNS = 200;
/** Browsers lay a table out whole; a larger one would stop the page for seconds. */
const MOST_CELLS = 40_000;
const ROWS_A_STEP = 1000;

export interface CellsTableProps {
  readonly columns: TableColumns;
  readonly coordinates: ResultViews['cells']['coordinates'];
}

/** A table with cells marked; a high one is cut around them until all of it is asked for. */
export function CellsTable({ columns, coordinates }: CellsTableProps) {
  const height = heightOf(columns);
  const marked = useMemo(
    () => new Set(coordinates.map(([row, column]) => `${row},${column}`)),
    [coordinates],
  );
  const runs = useMemo(
    () =>
      shownRows(
        height,
        coordinates.map(([row]) => row),
        MOST_ROWS,
      ),
    [height, coordinates],
  );
  const visibleColumns = columns.slice(0, MOST_COLUMNS);
  const most = Math.min(height, Math.floor(MOST_CELLS / Math.max(1, visibleColumns.length)));
  const { shown, isWhole, showAll } = useGrowing(most, Math.min(height, MOST_ROWS), ROWS_A_STEP);
  const box = useRef<HTMLDivElement>(null);
  useMarkedInView(box);
  const left = height - (runs.at(-1)?.rows.at(-1) ?? -1) - 1;
  return (
    <>
      <ScrollBox box={box} label="Table" className={styles.box}>
        <table className={styles.table}>
          <thead>
            <tr>
              {visibleColumns.map(([name]) => (
                <th key={name} scope="col">
                  {asLine(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {isWhole
              ? range(shown).map((row) => (
                  <Row key={row} row={row} columns={visibleColumns} marked={marked} />
                ))
              : runs.map(({ skipped, rows }) => (
                  <Fragment key={rows[0]}>
                    {skipped > 0 && <Skipped rows={skipped} columns={visibleColumns.length} />}
                    {rows.map((row) => (
                      <Row key={row} row={row} columns={visibleColumns} marked={marked} />
                    ))}
                  </Fragment>
                ))}
            {!isWhole && left > 0 && <Skipped rows={left} columns={visibleColumns.length} />}
          </tbody>
        </table>
      </ScrollBox>
      {columns.length > MOST_COLUMNS && (
        <Note>{count(columns.length - MOST_COLUMNS)} more columns are not shown.</Note>
      )}
      {isWhole && height > most && <Note>{count(height - most)} more rows are not shown.</Note>}
      {!isWhole && (
        <Button onClick={showAll} className={styles.all}>
          Show {most < height ? 'the first' : 'all'} {count(most)} rows
        </Button>
      )}
    </>
  );
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

function Skipped({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <tr className={styles.skipped}>
      <td colSpan={columns}>… {counted(rows, 'row')}</td>
    </tr>
  );
}

interface RowProps {
  readonly row: number;
  readonly columns: TableColumns;
  readonly marked: ReadonlySet<string>;
}

const Row = memo(function Row({ row, columns, marked }: RowProps) {
  return (
    <tr>
      {columns.map(([name, values], column) => {
        const isMarked = marked.has(`${row},${column}`);
        return (
          <td
            key={name}
            className={classes(isMarked && styles.marked)}
            dir="auto"
            data-marked={isMarked || undefined}
          >
            {isMarked && <Check aria-hidden="true" size={14} strokeWidth={3} className={styles.check} />}
            {asLine(String(values[row] ?? ''))}
            {isMarked && <VisuallyHidden> (part of the answer)</VisuallyHidden>}
          </td>
        );
      })}
    </tr>
  );
});

/** Room left beside the cell, in pixels. */
const BESIDE = 24;

/** Scrolls a table sideways, where it is wide, so that its first marked cell is seen; the page stays where it is. */
export function useMarkedInView(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const cell = box.current?.querySelector<HTMLElement>('[data-marked]');
    if (!box.current || !cell) return;
    const end = cell.getBoundingClientRect().right - box.current.getBoundingClientRect().right;
    if (end > -BESIDE) box.current.scrollBy(end + BESIDE, 0);
  }, [box]);
}

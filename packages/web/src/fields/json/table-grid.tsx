import { asLine, count } from '@tryout/engine';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { IconButton } from '../../lib/ui/icon-button.tsx';
import { rowCount, type Column } from './columns.ts';
import { GridCell } from './grid-cell.tsx';
import type { GridPlace } from './grid-moves.ts';
import { MOST_COLUMNS, pageOf, rowsAPage } from './grid-page.ts';
import { PageButtons } from './page-buttons.tsx';
import { cellsIn } from './separated.ts';
import {
  withCell,
  withCells,
  withColumn,
  withName,
  withNames,
  withoutColumn,
  withoutRow,
  withRow,
} from './table-edits.ts';
import styles from './table-grid.module.css';
import { useGridFocus } from './use-grid-focus.ts';

export interface TableGridProps {
  /** Of the field. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly disabled: boolean;
  onColumns(columns: readonly Column[]): void;
  /** Told why pasted cells were not taken. */
  onRefused(error: unknown): void;
}

/** A table that is edited cell by cell. */
export function TableGrid({ label, columns, disabled, onColumns, onRefused }: TableGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(grid);
  const [chosenPage, setPage] = useState(0);
  const help = useId();
  const rows = rowCount(columns);
  const perPage = rowsAPage(columns.length);
  const page = Math.min(chosenPage, pageOf(rows - 1, perPage));
  const first = page * perPage;
  const shown = Array.from(
    { length: Math.max(0, Math.min(perPage, rows - first)) },
    (_, index) => first + index,
  );
  const shownColumns = columns.slice(0, MOST_COLUMNS);

  function go({ row, column }: GridPlace): void {
    if (row < -1 || column < 0 || column >= shownColumns.length) return;
    if (row === rows) onColumns(withRow(columns));
    if (row >= 0) setPage(pageOf(row, perPage));
    focus({ row, column });
  }

  function paste({ row, column }: GridPlace, text: string): boolean {
    const cells = cellsIn(text);
    if (!cells) return false;
    try {
      onColumns(row < 0 ? withNames(columns, column, cells) : withCells(columns, row, column, cells));
    } catch (error) {
      onRefused(error);
    }
    return true;
  }

  const cell = (place: GridPlace, name: string, text: string) => (
    <GridCell
      place={place}
      label={name}
      text={text}
      disabled={disabled}
      onText={({ row, column }, next) =>
        onColumns(row < 0 ? withName(columns, column, next) : withCell(columns, row, column, next))
      }
      onMove={go}
      onPaste={paste}
    />
  );

  return (
    <div className={styles.around}>
      <div className={styles.scroll} ref={grid}>
        <table className={styles.table} aria-label={label} aria-describedby={help}>
          <thead>
            <tr>
              <td className={styles.number} />
              {shownColumns.map(({ name }, column) => (
                <th key={column} scope="col">
                  <div className={styles.head}>
                    {cell({ row: -1, column }, `Name of column ${column + 1}`, name)}
                    <IconButton
                      icon={X}
                      label={`Remove column ${asLine(name) || column + 1}`}
                      disabled={disabled}
                      onClick={() => onColumns(withoutColumn(columns, column))}
                    />
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row}>
                <th scope="row" className={styles.number}>
                  {count(row + 1)}
                </th>
                {shownColumns.map(({ name, cells }, column) => (
                  <td key={column}>
                    {cell(
                      { row, column },
                      `${asLine(name) || `Column ${column + 1}`}, row ${row + 1}`,
                      cells[row] ?? '',
                    )}
                  </td>
                ))}
                <td>
                  <IconButton
                    icon={X}
                    label={`Remove row ${row + 1}`}
                    disabled={disabled}
                    onClick={() => onColumns(withoutRow(columns, row))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <PageButtons
        rows={rows}
        first={first}
        shown={shown.length}
        onFirst={(row) => setPage(pageOf(row, perPage))}
      />
      {columns.length > MOST_COLUMNS && (
        <p className={styles.note}>
          The first {MOST_COLUMNS} of {count(columns.length)} columns are shown; all of them are in the JSON.
        </p>
      )}
      <div className={styles.actions}>
        <Button disabled={disabled} onClick={() => go({ row: rows, column: 0 })}>
          <Plus aria-hidden="true" size={16} />
          Add row
        </Button>
        <Button
          disabled={disabled || columns.length >= MOST_COLUMNS}
          onClick={() => {
            onColumns(withColumn(columns));
            focus({ row: -1, column: columns.length });
          }}
        >
          <Plus aria-hidden="true" size={16} />
          Add column
        </Button>
      </div>
      <p id={help} className={styles.note}>
        Arrows and Enter move between cells. Copied cells of a spreadsheet can be pasted.
      </p>
    </div>
  );
}

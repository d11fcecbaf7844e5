import { asLine, count, splitCells } from '@tryout/engine';
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ScrollBox } from '../../ui/panel.tsx';
import { countRows, getFreeName, withCells, withoutRow, type Column } from './table.ts';
import styles from './json.module.css';
import { GrowingTextArea } from '../text/text-field.tsx';

/** More text areas make typing slow. */
const PAGE_ROWS = 25;
/** More columns can be edited as JSON. */
const MAX_COLUMNS = 40;

interface TableGridProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly disabled: boolean;
  onColumns(columns: readonly Column[]): void;
  /** Called when the table would become too large. */
  onError(error: unknown): void;
}

export function TableGrid({ label, columns, disabled, onColumns, onError }: TableGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const pendingCell = useRef<CellPosition>(undefined);
  const [requestedPage, setPage] = useState(0);
  const [focusedCell, setFocusedCell] = useState<CellPosition>();
  const help = useId();
  const rows = countRows(columns);
  const page = Math.min(requestedPage, Math.max(0, getPage(rows - 1)));
  const first = page * PAGE_ROWS;
  const end = Math.min(rows, first + PAGE_ROWS);
  const visibleColumns = columns.slice(0, MAX_COLUMNS);
  // The last focused cell, or its neighbor after it was removed.
  const currentRow =
    rows > 0 && focusedCell && focusedCell.row >= first ? Math.min(focusedCell.row, end - 1) : undefined;
  const currentColumn = focusedCell && Math.min(focusedCell.column, visibleColumns.length - 1);

  /** Focuses a cell and selects its text as soon as it is rendered. */
  function focus(): void {
    const { row, column } = pendingCell.current ?? {};
    const cell = grid.current?.querySelector<HTMLTextAreaElement>(
      `[data-row="${row}"][data-column="${column}"]`,
    );
    if (!cell) return;
    pendingCell.current = undefined;
    cell.focus();
    cell.select();
  }
  useLayoutEffect(focus);

  /** Replaces cells from a position; returns whether they fit. */
  function change({ row, column }: CellPosition, cells: readonly (readonly string[])[]): boolean {
    try {
      onColumns(withCells(columns, row, column, cells));
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  function go({ row, column }: CellPosition): void {
    if (row < -1 || column < 0 || column >= MAX_COLUMNS) return;
    if (row === rows && !change({ row, column: 0 }, [['']])) return;
    if (column === columns.length && !change({ row: -1, column }, [[getFreeName(columns)]])) return;
    if (row >= 0) setPage(getPage(row));
    pendingCell.current = { row, column };
    focus();
  }

  function paste(position: CellPosition, text: string): boolean {
    const cells = splitCells(text);
    if (cells) change(position, cells);
    return cells !== undefined;
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const { row, column } = target.dataset;
    if (row === undefined || column === undefined) return;
    setFocusedCell({ row: Number(row), column: Number(column) });
    // Browsers scroll only part of the cell into view. A clicked cell must not move.
    if (!target.matches(':active')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  const cell = (row: number, column: number, name: string, text: string) => (
    <GridCell
      position={{ row, column }}
      label={name}
      text={text}
      disabled={disabled}
      onText={(next) => change({ row, column }, [[next]])}
      onMove={(next) => next.column < columns.length && go(next)}
      onPaste={(clipboardText) => paste({ row, column }, clipboardText)}
    />
  );
  const getName = (column: number) => asLine(columns[column]!.name) || `Column ${column + 1}`;

  return (
    <div className={styles.container}>
      <ScrollBox aria-label={`${label}, cells`} ref={grid} className={styles.scroll} onFocus={onFocus}>
        <table className={styles.table} aria-label={label} aria-describedby={help}>
          <thead>
            <tr>
              <td className={styles.number} />
              {visibleColumns.map(({ name }, column) => (
                <th key={column} scope="col" className={classes(column === currentColumn && styles.current)}>
                  {cell(-1, column, `Name of column ${column + 1}`, name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: end - first }, (_, index) => first + index).map((row) => (
              <tr key={row}>
                <th scope="row" className={classes(styles.number, row === currentRow && styles.current)}>
                  {count(row + 1)}
                </th>
                {visibleColumns.map(({ cells }, column) => (
                  <td key={column}>
                    {cell(row, column, `${getName(column)}, row ${row + 1}`, cells[row] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {rows > PAGE_ROWS && (
        <div className={styles.pages}>
          <IconButton
            icon={ChevronLeft}
            label="Previous rows"
            disabled={first === 0}
            onClick={() => setPage(page - 1)}
          />
          <span role="status">
            Rows {count(first + 1)} to {count(end)} of {count(rows)}
          </span>
          <IconButton
            icon={ChevronRight}
            label="Next rows"
            disabled={end === rows}
            onClick={() => setPage(page + 1)}
          />
        </div>
      )}
      {columns.length > MAX_COLUMNS && (
        <p className="note">
          Showing the first {MAX_COLUMNS} of {count(columns.length)} columns. Edit the others as JSON.
        </p>
      )}
      <div className={styles.actions}>
        <Button
          variant="quiet"
          icon={Plus}
          disabled={disabled}
          onClick={() => go({ row: countRows(columns), column: 0 })}
        >
          Add row
        </Button>
        <Button
          variant="quiet"
          icon={Plus}
          disabled={disabled || columns.length >= MAX_COLUMNS}
          onClick={() => go({ row: -1, column: columns.length })}
        >
          Add column
        </Button>
        <Button
          variant="quiet"
          disabled={disabled || currentRow === undefined}
          onClick={() => onColumns(withoutRow(columns, currentRow!))}
        >
          Remove row {currentRow === undefined ? '' : count(currentRow + 1)}
        </Button>
        <Button
          variant="quiet"
          disabled={disabled || currentColumn === undefined}
          onClick={() => onColumns(columns.toSpliced(currentColumn!, 1))}
        >
          <span className={styles.removed}>
            Remove column{' '}
            {currentColumn !== undefined && (asLine(columns[currentColumn]?.name ?? '') || currentColumn + 1)}
          </span>
        </Button>
      </div>
      <p id={help} className={styles.help}>
        Move with the arrow keys and Enter, or paste cells from a spreadsheet.
      </p>
    </div>
  );
}

function getPage(row: number): number {
  return Math.floor(row / PAGE_ROWS);
}

/** A cell of a grid; row -1 has the column names. */
interface CellPosition {
  readonly row: number;
  readonly column: number;
}

interface GridCellProps {
  readonly position: CellPosition;
  readonly label: string;
  readonly text: string;
  readonly disabled: boolean;
  onText(text: string): void;
  onMove(position: CellPosition): void;
  /** Returns whether the text was split into cells. */
  onPaste(text: string): boolean;
}

function GridCell({ position, label, text, disabled, onText, onMove, onPaste }: GridCellProps) {
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Shift-Enter inserts a line break, Ctrl-Enter runs.
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = getNextCell(event.key, event.currentTarget, position);
    if (!next) return;
    event.preventDefault();
    onMove(next);
  }
  return (
    <GrowingTextArea
      className={position.row < 0 ? styles.name : styles.cell}
      data-row={position.row}
      data-column={position.column}
      aria-label={label}
      value={text}
      disabled={disabled}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
      }}
    />
  );
}

/** The cell that a key moves to, possibly outside of the grid; undefined if the caret only moves in its text. */
function getNextCell(
  key: string,
  {
    selectionStart,
    selectionEnd,
    value,
  }: Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd' | 'value'>,
  { row, column }: CellPosition,
): CellPosition | undefined {
  const [isAtStart, isAtEnd] = [selectionEnd === 0, selectionStart === value.length];
  if (key === 'Enter' || (key === 'ArrowDown' && isAtEnd)) return { row: row + 1, column };
  if (key === 'ArrowUp' && isAtStart) return { row: row - 1, column };
  if (key === 'ArrowLeft' && isAtStart) return { row, column: column - 1 };
  if (key === 'ArrowRight' && isAtEnd) return { row, column: column + 1 };
  return undefined;
}

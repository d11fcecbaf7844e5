import { asLine, count, splitCells } from '@tryout/engine';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type RefObject,
} from 'react';
import { classes } from '../../lib/classes.ts';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
import { GridActions, MAX_COLUMNS, PageButtons, pageOf, rowsPerPage } from './grid-actions.tsx';
import { GridCell, type CellPosition } from './grid-cell.tsx';
import {
  rowCount,
  withCell,
  withCells,
  withColumn,
  withName,
  withNames,
  withoutColumn,
  withoutRow,
  withRow,
  type Column,
} from './table.ts';
import styles from './json.module.css';

interface TableGridProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly disabled: boolean;
  onColumns(columns: readonly Column[]): void;
  /** Called when pasted cells are rejected. */
  onError(error: unknown): void;
}

export function TableGrid({ label, columns, disabled, onColumns, onError }: TableGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const focus = useCellFocus(grid);
  const [chosenPage, setPage] = useState(0);
  const [lastPosition, setLastPosition] = useState<CellPosition>();
  const help = useId();
  const rows = rowCount(columns);
  const perPage = rowsPerPage(columns.length);
  const first = Math.min(chosenPage, pageOf(rows - 1, perPage)) * perPage;
  const shown = Array.from(
    { length: Math.max(0, Math.min(perPage, rows - first)) },
    (_, index) => first + index,
  );
  const shownColumns = columns.slice(0, MAX_COLUMNS);
  const current = currentPosition(lastPosition, shown, shownColumns.length);

  function go({ row, column }: CellPosition): void {
    if (row < -1 || column < 0 || column >= shownColumns.length) return;
    if (row === rows) onColumns(withRow(columns));
    if (row >= 0) setPage(pageOf(row, perPage));
    focus({ row, column });
  }

  function paste({ row, column }: CellPosition, text: string): boolean {
    const cells = splitCells(text);
    if (!cells) return false;
    try {
      onColumns(row < 0 ? withNames(columns, column, cells) : withCells(columns, row, column, cells));
    } catch (error) {
      onError(error);
    }
    return true;
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const { row, column } = target.dataset;
    if (row === undefined || column === undefined) return;
    setLastPosition({ row: Number(row), column: Number(column) });
    // Browsers scroll only part of the cell into view. A clicked cell must not move.
    if (!target.matches(':active')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  const cell = (row: number, column: number, name: string, text: string) => (
    <GridCell
      position={{ row, column }}
      label={name}
      text={text}
      disabled={disabled}
      onText={(next) =>
        onColumns(row < 0 ? withName(columns, column, next) : withCell(columns, row, column, next))
      }
      onMove={go}
      onPaste={(pasted) => paste({ row, column }, pasted)}
    />
  );

  return (
    <div className={styles.container}>
      <ScrollBox aria-label={`${label}, cells`} ref={grid} className={styles.scroll} onFocus={onFocus}>
        <table className={styles.table} aria-label={label} aria-describedby={help}>
          <thead>
            <tr>
              <td className={styles.number} />
              {shownColumns.map((each, column) => (
                <th
                  key={column}
                  scope="col"
                  className={classes(column === current.column && styles.current)}
                  style={widthsOf(each, shown)}
                >
                  {cell(-1, column, `Name of column ${column + 1}`, each.name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row}>
                <th scope="row" className={classes(styles.number, row === current.row && styles.current)}>
                  {count(row + 1)}
                </th>
                {shownColumns.map(({ name, cells }, column) => (
                  <td key={column}>
                    {cell(
                      row,
                      column,
                      `${asLine(name) || `Column ${column + 1}`}, row ${row + 1}`,
                      cells[row] ?? '',
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <PageButtons
        rows={rows}
        first={first}
        shown={shown.length}
        onRow={(row) => setPage(pageOf(row, perPage))}
      />
      {columns.length > MAX_COLUMNS && (
        <p className={styles.note}>
          Showing the first {MAX_COLUMNS} of {count(columns.length)} columns. Edit the others as JSON.
        </p>
      )}
      <GridActions
        columns={columns}
        disabled={disabled}
        {...current}
        onAddRow={() => go({ row: rows, column: 0 })}
        onAddColumn={() => {
          onColumns(withColumn(columns));
          focus({ row: -1, column: columns.length });
        }}
        onRemoveRow={(row) => onColumns(withoutRow(columns, row))}
        onRemoveColumn={(column) => onColumns(withoutColumn(columns, column))}
      />
      <p id={help} className={styles.help}>
        Move with the arrow keys and Enter, or paste cells from a spreadsheet.
      </p>
    </div>
  );
}

/** Focuses a cell and selects its text as soon as it is rendered. */
function useCellFocus(grid: RefObject<HTMLElement | null>): (position: CellPosition) => void {
  const wanted = useRef<CellPosition>(undefined);
  const focus = () => {
    if (!wanted.current) return;
    const { row, column } = wanted.current;
    const cell = grid.current?.querySelector<HTMLTextAreaElement>(
      `[data-row="${row}"][data-column="${column}"]`,
    );
    if (!cell) return;
    wanted.current = undefined;
    cell.focus();
    cell.select();
  };
  useLayoutEffect(focus);
  return (position) => {
    wanted.current = position;
    focus();
  };
}

/** Row and column of the last focused cell, if they are still shown. */
function currentPosition(last: CellPosition | undefined, rows: readonly number[], columns: number) {
  const row = last && Math.min(last.row, (rows[0] ?? 0) + rows.length - 1);
  const column = last && Math.min(last.column, columns - 1);
  return {
    row: row !== undefined && rows.includes(row) ? row : undefined,
    column: column !== undefined && column >= 0 ? column : undefined,
  };
}

/** Longer words are broken anyway. */
const MAX_WORD = 40;
/** Longer texts are wrapped. */
const MAX_TEXT = 24;
/** Characters of a cell that are searched. */
const MAX_SEARCHED = 1000;

/** Lengths of the longest word and text in a column, which set its minimum width. */
function widthsOf({ name, cells }: Column, rows: readonly number[]): CSSProperties {
  const texts = [name, ...rows.map((row) => cells[row] ?? '')].map((text) => text.slice(0, MAX_SEARCHED));
  const words = texts.flatMap((text) => text.split(/[\s\p{Dash}/]+/u));
  return {
    '--longest-word': Math.min(MAX_WORD, longestOf(words)),
    '--longest-text': Math.min(MAX_TEXT, longestOf(texts)),
  } as CSSProperties;
}

function longestOf(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

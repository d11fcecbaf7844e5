import { asLine, count } from '@tryout/engine';
import {
  type CSSProperties,
  type FocusEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '../../lib/classes.ts';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
import { GridActions, longestWord, MOST_COLUMNS, PageButtons, pageOf, rowsAPage } from './grid-actions.tsx';
import { cellKey, GridCell, type GridPlace, placeOfKey } from './grid-cell.tsx';
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
import { cellsIn, type Column, rowCount } from './table.ts';
import styles from './json.module.css';

interface TableGridProps {
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
  const { place, onFocus } = useGridPlace(shown, shownColumns.length);

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
      <ScrollBox label={`${label}, cells`} box={grid} className={styles.scroll} onFocus={onFocus}>
        <table className={styles.table} aria-label={label} aria-describedby={help}>
          <thead>
            <tr>
              <td className={styles.number} />
              {shownColumns.map((each, column) => (
                <th
                  key={column}
                  scope="col"
                  className={classes(column === place.column && styles.here)}
                  style={{ '--longest-word': longestWord(each, shown) } as CSSProperties}
                >
                  {cell({ row: -1, column }, `Name of column ${column + 1}`, each.name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row}>
                <th scope="row" className={classes(styles.number, row === place.row && styles.here)}>
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
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <PageButtons
        rows={rows}
        first={first}
        shown={shown.length}
        onFirst={(row) => setPage(pageOf(row, perPage))}
      />
      {columns.length > MOST_COLUMNS && (
        <p className={styles.gridNote}>
          The first {MOST_COLUMNS} of {count(columns.length)} columns are shown; all of them are in the JSON.
        </p>
      )}
      <GridActions
        columns={columns}
        disabled={disabled}
        {...place}
        onAddRow={() => go({ row: rows, column: 0 })}
        onAddColumn={() => {
          onColumns(withColumn(columns));
          focus({ row: -1, column: columns.length });
        }}
        onRemoveRow={(row) => onColumns(withoutRow(columns, row))}
        onRemoveColumn={(column) => onColumns(withoutColumn(columns, column))}
      />
      <p id={help} className={styles.gridNote}>
        Arrows and Enter move between cells. The row or column to remove is that of the cell you are in.
        Copied cells of a spreadsheet can be pasted.
      </p>
    </div>
  );
}

/** Gives the focus to a cell once it is drawn, with all of its text marked. */
function useGridFocus(grid: RefObject<HTMLElement | null>): (place: GridPlace) => void {
  const wanted = useRef<GridPlace>(undefined);
  const focus = () => {
    const place = wanted.current;
    const box = place && grid.current?.querySelector<HTMLTextAreaElement>(`[data-cell="${cellKey(place)}"]`);
    if (!box) return;
    wanted.current = undefined;
    box.focus();
    box.select();
  };
  useLayoutEffect(focus);
  return (place) => {
    wanted.current = place;
    focus();
  };
}

/**
 * The cell that a person is in, or was last: its row and its column, as far as they are still there.
 * @param rows those that are shown, in order
 */
function useGridPlace(
  rows: readonly number[],
  columns: number,
): {
  readonly place: { readonly row: number | undefined; readonly column: number | undefined };
  onFocus(event: FocusEvent): void;
} {
  const [last, setLast] = useState<GridPlace>();
  const first = rows[0] ?? 0;
  const nearest = last && Math.min(last.row, first + rows.length - 1);
  const column = last && Math.min(last.column, columns - 1);
  return {
    place: {
      row: nearest !== undefined && rows.includes(nearest) ? nearest : undefined,
      column: column !== undefined && column >= 0 ? column : undefined,
    },
    onFocus({ target }) {
      const box = target as HTMLElement;
      const place = placeOfKey(box.dataset.cell);
      if (!place) return;
      setLast(place);
      // Browsers are content with a part of it; what is clicked must not move away from the pointer.
      if (!box.matches(':active')) box.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}

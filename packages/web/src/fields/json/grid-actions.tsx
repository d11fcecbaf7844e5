import { asLine, count } from '@tryout/engine';
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { Button, IconButton } from '../../lib/ui/button.tsx';
import type { Column } from './table.ts';
import styles from './json.module.css';

/** More text areas make typing slow. */
const MAX_CELLS = 400;
const MAX_ROWS = 50;
/** More columns can be edited as JSON. */
export const MAX_COLUMNS = 40;

export function rowsPerPage(columns: number): number {
  const shown = Math.max(1, Math.min(columns, MAX_COLUMNS));
  return Math.max(5, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / shown)));
}

export function pageOf(row: number, perPage: number): number {
  return Math.max(0, Math.floor(row / perPage));
}

interface PageButtonsProps {
  readonly rows: number;
  readonly first: number;
  readonly shown: number;
  onRow(row: number): void;
}

export function PageButtons({ rows, first, shown, onRow }: PageButtonsProps) {
  if (rows <= shown) return null;
  return (
    <div className={styles.pages}>
      <IconButton
        icon={ChevronLeft}
        label="Previous rows"
        disabled={first === 0}
        onClick={() => onRow(first - 1)}
      />
      <span role="status">
        Rows {count(first + 1)} to {count(first + shown)} of {count(rows)}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Next rows"
        disabled={first + shown >= rows}
        onClick={() => onRow(first + shown)}
      />
    </div>
  );
}

interface GridActionsProps {
  readonly columns: readonly Column[];
  readonly disabled: boolean;
  readonly row: number | undefined;
  readonly column: number | undefined;
  onAddRow(): void;
  onAddColumn(): void;
  onRemoveRow(row: number): void;
  onRemoveColumn(column: number): void;
}

/** Adds rows and columns, and removes those of the current cell. */
export function GridActions({ columns, disabled, row, column, ...on }: GridActionsProps) {
  const name = column === undefined ? '' : asLine(columns[column]?.name ?? '') || String(column + 1);
  return (
    <div className={styles.actions}>
      <Button variant="quiet" icon={Plus} disabled={disabled} onClick={on.onAddRow}>
        Add row
      </Button>
      <Button
        variant="quiet"
        icon={Plus}
        disabled={disabled || columns.length >= MAX_COLUMNS}
        onClick={on.onAddColumn}
      >
        Add column
      </Button>
      <Button variant="quiet" disabled={disabled || row === undefined} onClick={() => on.onRemoveRow(row!)}>
        Remove row {row === undefined ? '' : count(row + 1)}
      </Button>
      <Button
        variant="quiet"
        disabled={disabled || column === undefined}
        onClick={() => on.onRemoveColumn(column!)}
      >
        <span className={styles.removed}>Remove column {name}</span>
      </Button>
    </div>
  );
}

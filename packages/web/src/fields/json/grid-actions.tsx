import { asLine, count } from '@tryout/engine';
import { ChevronLeft, ChevronRight, Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../lib/ui/button.tsx';
import type { Column } from './table.ts';
import styles from './json.module.css';

interface GridActionsProps {
  readonly columns: readonly Column[];
  readonly disabled: boolean;
  /** Row of the cell that the person is in. */
  readonly row: number | undefined;
  /** Its column. */
  readonly column: number | undefined;
  onAddRow(): void;
  onAddColumn(): void;
  onRemoveRow(row: number): void;
  onRemoveColumn(column: number): void;
}

/**
 * Adds rows and columns, and removes those of the cell that the person is in. They stand below the grid, not in it: one
 * that scrolls with it is cut off at its edge, where it can hardly be hit.
 */
export function GridActions({ columns, disabled, row, column, ...on }: GridActionsProps) {
  const name = column === undefined ? '' : asLine(columns[column]?.name ?? '') || String(column + 1);
  return (
    <div className={styles.actions}>
      <Button disabled={disabled} onClick={on.onAddRow}>
        <Plus aria-hidden="true" size={16} />
        Add row
      </Button>
      <Button disabled={disabled || columns.length >= MOST_COLUMNS} onClick={on.onAddColumn}>
        <Plus aria-hidden="true" size={16} />
        Add column
      </Button>
      <Button
        disabled={disabled || row === undefined}
        onClick={() => row !== undefined && on.onRemoveRow(row)}
      >
        <X aria-hidden="true" size={16} />
        Remove row {row === undefined ? '' : count(row + 1)}
      </Button>
      <Button
        disabled={disabled || column === undefined}
        onClick={() => column !== undefined && on.onRemoveColumn(column)}
      >
        <X aria-hidden="true" size={16} />
        <span className={styles.removed}>Remove column {name}</span>
      </Button>
    </div>
  );
}

interface PageButtonsProps {
  readonly rows: number;
  /** The first row that is shown, from 0. */
  readonly first: number;
  /** How many are shown. */
  readonly shown: number;
  /** @param row that is to be shown */
  onFirst(row: number): void;
}

/** Which rows are shown of a table that is too long to be shown whole, and what leads to the others. */
export function PageButtons({ rows, first, shown, onFirst }: PageButtonsProps) {
  if (rows <= shown) return null;
  return (
    <div className={styles.pages}>
      <IconButton
        icon={ChevronLeft}
        label="Earlier rows"
        disabled={first === 0}
        onClick={() => onFirst(first - 1)}
      />
      <span role="status">
        Rows {count(first + 1)} to {count(first + shown)} of {count(rows)}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Later rows"
        disabled={first + shown >= rows}
        onClick={() => onFirst(first + shown)}
      />
    </div>
  );
}

/** Boxes that are drawn at a time; more make typing slow. */
const MOST_CELLS = 400;

/** Rows that are drawn at a time, where the columns are few. */
const MOST_ROWS = 50;

/** Columns that are drawn; others are edited as JSON. */
export const MOST_COLUMNS = 40;

/** How many rows of so many columns are drawn at a time. */
export function rowsAPage(columns: number): number {
  const wide = Math.max(1, Math.min(columns, MOST_COLUMNS));
  return Math.max(5, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / wide)));
}

/** The page of rows that holds a row. */
export function pageOf(row: number, perPage: number): number {
  return Math.max(0, Math.floor(row / perPage));
}

/** Words beyond this are broken anyway, and texts beyond it are not looked through. */
const MOST_LETTERS = 40;
const MOST_TEXT = 1000;

/**
 * How many letters the longest word of a column has, so that it can be made wide enough not to break it.
 * @param rows those that are shown
 */
export function longestWord({ name, cells }: Column, rows: readonly number[]): number {
  const texts = [name, ...rows.map((row) => cells[row] ?? '')];
  const lengths = texts.flatMap((text) =>
    text
      .slice(0, MOST_TEXT)
      .split(/[\s\p{Dash}/]+/u)
      .map(({ length }) => length),
  );
  return Math.min(MOST_LETTERS, Math.max(...lengths));
}

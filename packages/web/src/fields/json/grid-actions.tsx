import { asLine, count } from '@tryout/engine';
import { Plus, X } from 'lucide-react';
import { Button } from '../../lib/ui/button.tsx';
import type { Column } from './columns.ts';
import { MOST_COLUMNS } from './grid-page.ts';
import styles from './table-grid.module.css';

export interface GridActionsProps {
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

import { asLine, count } from '@tryout/engine';
import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { CellPosition } from './grid-cell.tsx';
import { rowCount, withoutRow, type Column } from './table.ts';
import styles from './json.module.css';

interface GridActionsProps {
  readonly columns: readonly Column[];
  readonly maxColumns: number;
  readonly disabled: boolean;
  /** Row and column of the current cell, if they are shown. */
  readonly row: number | undefined;
  readonly column: number | undefined;
  onColumns(columns: readonly Column[]): void;
  /** Moves to a cell, which may be in a new row or column. */
  onGo(position: CellPosition): void;
}

/** Adds rows and columns, and removes those of the current cell. */
export function GridActions(props: GridActionsProps) {
  const { columns, maxColumns, disabled, row, column, onColumns, onGo } = props;
  const name = column === undefined ? '' : asLine(columns[column]?.name ?? '') || String(column + 1);
  return (
    <div className={styles.actions}>
      <Button
        variant="quiet"
        icon={Plus}
        disabled={disabled}
        onClick={() => onGo({ row: rowCount(columns), column: 0 })}
      >
        Add row
      </Button>
      <Button
        variant="quiet"
        icon={Plus}
        disabled={disabled || columns.length >= maxColumns}
        onClick={() => onGo({ row: -1, column: columns.length })}
      >
        Add column
      </Button>
      <Button
        variant="quiet"
        disabled={disabled || row === undefined}
        onClick={() => onColumns(withoutRow(columns, row!))}
      >
        Remove row {row === undefined ? '' : count(row + 1)}
      </Button>
      <Button
        variant="quiet"
        disabled={disabled || column === undefined}
        onClick={() => onColumns(columns.toSpliced(column!, 1))}
      >
        <span className={styles.removed}>Remove column {name}</span>
      </Button>
    </div>
  );
}

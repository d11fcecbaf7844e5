import type { KeyboardEvent } from 'react';
import { GrowingTextArea } from '../text/text-field.tsx';
import styles from './json.module.css';

/** A cell of a grid; row -1 has the column names. */
export interface CellPosition {
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

export function GridCell({ position, label, text, disabled, onText, onMove, onPaste }: GridCellProps) {
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
export function getNextCell(
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

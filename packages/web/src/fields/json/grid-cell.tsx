import type { KeyboardEvent } from 'react';
import { GrowingTextArea } from '../text/long-text-area.tsx';
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
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
      return;
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const next = nextCell(
      { key: event.key, isAtStart: selectionEnd === 0, isAtEnd: selectionStart === value.length },
      position,
    );
    if (!next) return;
    event.preventDefault();
    onMove(next);
  }
  return (
    <GrowingTextArea
      className={position.row < 0 ? styles.name : styles.cell}
      rows={1}
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

export interface GridKey {
  readonly key: string;
  /** Whether the caret is at the start or end of the text. */
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

/** The cell that a key moves to, possibly outside of the grid; undefined if it stays. */
export function nextCell(
  { key, isAtStart, isAtEnd }: GridKey,
  { row, column }: CellPosition,
): CellPosition | undefined {
  if (key === 'Enter' || (key === 'ArrowDown' && isAtEnd)) return { row: row + 1, column };
  if (key === 'ArrowUp' && isAtStart) return { row: row - 1, column };
  if (key === 'ArrowLeft' && isAtStart) return { row, column: column - 1 };
  if (key === 'ArrowRight' && isAtEnd) return { row, column: column + 1 };
  return undefined;
}

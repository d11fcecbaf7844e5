import type { ClipboardEvent, KeyboardEvent } from 'react';
import { GrowingTextArea } from '../text/long-text-area.tsx';
import styles from './json.module.css';

interface GridCellProps {
  readonly place: GridPlace;
  readonly label: string;
  readonly text: string;
  readonly disabled: boolean;
  onText(place: GridPlace, text: string): void;
  onMove(place: GridPlace): void;
  /** @returns whether the text was taken apart into cells */
  onPaste(place: GridPlace, text: string): boolean;
}

/** A text box of a grid: a cell, or in row -1 the name of a column. */
export function GridCell({ place, label, text, disabled, onText, onMove, onPaste }: GridCellProps) {
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Shift-Enter is a new line, Ctrl-Enter is for the form, and a word that is being composed has the keys to itself.
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
      return;
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const next = movedBy(
      { key: event.key, isAtStart: selectionEnd === 0, isAtEnd: selectionStart === value.length },
      place,
    );
    if (!next) return;
    event.preventDefault();
    onMove(next);
  }
  const paste = (event: ClipboardEvent) => {
    if (onPaste(place, event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  return (
    <GrowingTextArea
      className={place.row < 0 ? styles.name : styles.cell}
      rows={1}
      data-cell={cellKey(place)}
      aria-label={label}
      value={text}
      disabled={disabled}
      onChange={(event) => onText(place, event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={paste}
    />
  );
}

/** What a cell is found by. */
export function cellKey({ row, column }: GridPlace): string {
  return `${row}:${column}`;
}

/** The cell of such a key; undefined for anything else. */
export function placeOfKey(key: string | undefined): GridPlace | undefined {
  const [row, column] = key?.split(':').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** A cell of a grid; row -1 has the names of the columns. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** A key in a text box of a grid. */
export interface GridKey {
  readonly key: string;
  /** Whether the caret stands before all, or behind all, of the box's text. */
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

/**
 * Where a key leads: up, down and Enter to the next row, left and right at the ends of a text to the next column.
 * Undefined where it stays in its text. May lead out of the grid.
 */
export function movedBy(
  { key, isAtStart, isAtEnd }: GridKey,
  { row, column }: GridPlace,
): GridPlace | undefined {
  if (key === 'Enter') return { row: row + 1, column };
  if (key === 'ArrowDown' && isAtEnd) return { row: row + 1, column };
  if (key === 'ArrowUp' && isAtStart) return { row: row - 1, column };
  if (key === 'ArrowLeft' && isAtStart) return { row, column: column - 1 };
  if (key === 'ArrowRight' && isAtEnd) return { row, column: column + 1 };
  return undefined;
}

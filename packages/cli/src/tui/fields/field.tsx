import { visibleLine, type Field, type FieldValue } from '@tryout/engine';
import { Box, type DOMElement } from 'ink';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import { Lines } from '../components/lines.tsx';
import type { Reveal } from '../hooks/use-focus-scroll.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { CURSOR_MARK } from '../../terminal/cursor-mark.ts';
import type { Theme } from '../../terminal/theme.ts';

/** What a component for a kind of field works with. */
export interface FieldProps<F extends Field = Field> {
  readonly name: string;
  readonly field: F;
  readonly value: FieldValue | undefined;
  onChange(value: FieldValue | undefined): void;
  /** The place in the field that has the focus, from 0; undefined while another field has it. */
  readonly focus: number | undefined;
  /** Whether a run waits for its file. */
  readonly isAwaited: boolean;
  /** Moves the focus within the field. */
  onFocus(place: number): void;
  /** How many rows of the form are in view. */
  readonly rows: number;
  readonly reveal: Reveal;
}

interface LabeledProps {
  readonly label: string;
  readonly isFocused: boolean;
  readonly reveal: Reveal;
  /** What is kept in view with it. */
  readonly whole?: RefObject<DOMElement | null>;
  /** Below the label: styled lines, behind a margin. */
  readonly lines?: readonly string[];
  /** Below these, with margins of its own: the cursor is in its first row, where the lines have none. */
  readonly children?: ReactNode;
}

/** A field's label above its lines; a pointer shows where the focus is, and keeps it in view. */
export function Labeled({ label, isFocused, reveal, whole, lines = [], children }: LabeledProps): ReactNode {
  const { theme, terminal, body } = useTerminal();
  const box = useRef<DOMElement>(null);
  const marked = lines.findIndex((line) => line.includes(CURSOR_MARK.open));
  useLayoutEffect(() => {
    if (isFocused && box.current) reveal(box.current, Math.max(0, marked) + 1, whole?.current ?? undefined);
  });
  const name = truncate(visibleLine(label), body.columns, symbolsOf(terminal).ellipsis);
  const shown = lines.map((line, index) => (index === 0 ? leadOf(theme, isFocused) : theme.margin) + line);
  return (
    <Box ref={box} flexDirection="column" flexShrink={0}>
      <Lines lines={[isFocused ? theme.title(name) : name, ...shown]} />
      {children}
    </Box>
  );
}

/** What stands before the first line of a field: the pointer where the focus is. */
export function leadOf(theme: Theme, isFocused: boolean): string {
  return isFocused ? theme.accent(theme.pointer) : theme.margin;
}

/** Below this height a text has all the rows under its label. */
const SMALL = 6;

/** How many rows of a text are shown: the focused one has the most room, others show their beginning. */
export function textRows(rows: number, isFocused: boolean): number {
  if (!isFocused) return Math.max(1, Math.min(3, rows >> 2));
  return Math.max(1, rows - (rows < SMALL ? 1 : 2));
}

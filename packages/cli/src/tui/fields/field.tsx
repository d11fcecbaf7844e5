import { type Field, type FieldDraft, type FieldValue, visibleLine } from '@tryout/engine';
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { CURSOR_MARK, symbolsOf, type Theme, truncate } from '../../terminal/index.ts';
import { useReveal } from '../components/focus-scroll.tsx';
import { Lines } from '../components/text.tsx';
import { useTerminal } from '../hooks/use-picker.ts';

/** What a component for a kind of field works with. */
export interface FieldProps<F extends Field = Field> {
  readonly name: string;
  readonly field: F;
  readonly value: FieldValue | undefined;
  /** What is typed into it, if that differs from the value. */
  readonly draft: FieldDraft | undefined;
  onChange(value: FieldValue | undefined, draft?: FieldDraft): void;
  /** The place in the field that has the focus, from 0; undefined while another field has it. */
  readonly focus: number | undefined;
  /** Moves the focus within the field. */
  onFocus(place: number): void;
  /** Whether a run waits for its file. */
  readonly isAwaited: boolean;
}

interface LabeledProps {
  readonly label: string;
  readonly isFocused: boolean;
  /** Below the label: styled lines, behind a margin. */
  readonly lines?: readonly string[];
  /** Below these, with margins of its own: the cursor is in its first row, where the lines have none. */
  readonly children?: ReactNode;
}

/** A field's label above its lines; a pointer shows where the focus is. */
export function Labeled({ label, isFocused, lines = [], children }: LabeledProps): ReactNode {
  const { theme, terminal, body } = useTerminal();
  const marked = lines.findIndex((line) => line.includes(CURSOR_MARK.open));
  const box = useReveal(isFocused, Math.max(0, marked) + 1);
  const name = truncate(visibleLine(label), body.columns, symbolsOf(terminal).ellipsis);
  const shown = lines.map((line, index) => (index === 0 ? leadOf(theme, isFocused) : theme.margin) + line);
  return (
    <Box ref={box} flexDirection="column" flexShrink={0}>
      <Lines lines={[isFocused ? theme.title(name) : name, ...shown]} />
      {children}
    </Box>
  );
}

/** What is before the first line of a field: the pointer where the focus is. */
export function leadOf(theme: Theme, isFocused: boolean): string {
  return isFocused ? theme.accent(theme.pointer) : theme.margin;
}

import { visibleLine, type Field, type FieldDraft, type FieldValue } from '@tryout/engine';
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { CURSOR_MARK, symbolsOf, truncate, type Theme } from '../../terminal/index.ts';
import { useReveal } from '../components/focus-scroll.tsx';
import { Lines } from '../components/text.tsx';
import { useTerminal } from '../hooks/use-picker.ts';

/** The props of a component for a kind of field. */
export interface FieldProps<F extends Field = Field> {
  readonly name: string;
  readonly field: F;
  readonly value: FieldValue | undefined;
  /** What is typed into it, if that differs from the value. */
  readonly draft: FieldDraft | undefined;
  onChange(value: FieldValue | undefined, draft?: FieldDraft): void;
  /** The entry that has the focus, from 0; undefined while another field has it. */
  readonly focus: number | undefined;
  /** Moves the focus within the field. */
  onFocus(entry: number): void;
  /** Whether a run waits for its file. */
  readonly isAwaited: boolean;
}

interface LabeledProps {
  readonly label: string;
  readonly isFocused: boolean;
  /** Styled lines below the label, indented. */
  readonly lines?: readonly string[];
  /** Below the lines, not indented. Without lines, the cursor is in its first row. */
  readonly children?: ReactNode;
}

/** A field's label above its lines; a pointer shows where the focus is. */
export function Labeled({ label, isFocused, lines = [], children }: LabeledProps): ReactNode {
  const { theme, terminal, body } = useTerminal();
  const cursor = lines.findIndex((line) => line.includes(CURSOR_MARK.open));
  const box = useReveal(isFocused, Math.max(0, cursor) + 1);
  const name = truncate(visibleLine(label), body.columns, symbolsOf(terminal).ellipsis);
  const indented = lines.map((line, index) => (index === 0 ? indent(theme, isFocused) : theme.margin) + line);
  return (
    <Box ref={box} flexDirection="column" flexShrink={0}>
      <Lines lines={[isFocused ? theme.title(name) : name, ...indented]} />
      {children}
    </Box>
  );
}

/** What starts the first line of a field: the pointer if it has the focus. */
export function indent(theme: Theme, isFocused: boolean): string {
  return isFocused ? theme.accent(theme.pointer) : theme.margin;
}

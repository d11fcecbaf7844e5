import type { Field, FieldDraft, FieldValue } from '@tryout/engine';
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { CURSOR_MARK, type Theme } from '../../screen/index.ts';
import { useReveal } from '../components/scroll.tsx';
import { Lines } from '../components/text.tsx';
import { useTerminal } from '../hooks/use-picker.ts';

export interface FieldProps<F extends Field = Field> {
  readonly name: string;
  readonly field: F;
  readonly value: FieldValue | undefined;
  /** The typed text, if it differs from the value. */
  readonly draft: FieldDraft | undefined;
  onChange(value: FieldValue | undefined, draft?: FieldDraft): void;
  /** The focused entry; undefined if another field has the focus. */
  readonly focus: number | undefined;
  onFocus(entry: number): void;
}

interface LabeledProps {
  readonly label: string;
  /** Which of the text's lines are shown; empty for all. */
  readonly position?: string;
  readonly isFocused: boolean;
  /** Styled lines below the label. */
  readonly lines?: readonly string[];
  /** Below the lines, not indented. Without lines, the cursor is in the first row. */
  readonly children?: ReactNode;
}

export function Labeled({ label, position = '', isFocused, lines = [], children }: LabeledProps): ReactNode {
  const { theme, body } = useTerminal();
  const cursor = lines.findIndex((line) => line.includes(CURSOR_MARK.open));
  const box = useReveal(isFocused, Math.max(0, cursor) + 1);
  const name = theme.cut(label, body.columns - position.length - 1);
  const fieldLines = lines.map(
    (line, index) => (index === 0 ? indent(theme, isFocused) : theme.margin) + line,
  );
  return (
    <Box ref={box} flexDirection="column" flexShrink={0}>
      <Lines
        lines={[
          (isFocused ? theme.title(name) : name) + theme.dim(position && ` ${position}`),
          ...fieldLines,
        ]}
      />
      {children}
    </Box>
  );
}

/** The start of a field's first line: the pointer if it has the focus. */
export function indent(theme: Theme, isFocused: boolean): string {
  return isFocused ? theme.accent(theme.pointer) : theme.margin;
}

import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { usePicker } from '../hooks/use-picker.ts';
import { withoutCursor } from '../../terminal/cursor-mark.ts';

/** Styled lines that are no wider than their room. Ink would give an empty line no row. */
export function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const { isRead } = usePicker();
  if (lines.length === 0) return null;
  const text = lines.map((line) => line || ' ').join('\n');
  return (
    <Box flexShrink={0}>
      <Text wrap="truncate">{isRead ? withoutCursor(text) : text}</Text>
    </Box>
  );
}

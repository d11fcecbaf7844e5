import { describeFailure, getSummary } from '@tryout/engine';
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { truncate, getWidth, withoutCursor, wrap, type Theme, screenText } from '../../screen/index.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { errorLine } from '../../context/errors.ts';

/** Styled lines. Ink gives empty lines no row, so they become a space. */
export function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const { isScreenReader } = useTerminal();
  if (lines.length === 0) return null;
  const text = lines.map((line) => line || ' ').join('\n');
  return (
    <Box flexShrink={0}>
      <Text wrap="truncate">{isScreenReader ? withoutCursor(text) : text}</Text>
    </Box>
  );
}

/** Escapes and wraps untrusted text. @param style applied line by line */
export function paragraph(text: string, columns: number, style?: (line: string) => string): string[] {
  const lines = wrap(screenText(text), Math.max(1, columns)).split('\n');
  return style ? lines.map((line) => style(line)) : lines;
}

export function firstLines(text: string, columns: number, max: number, { ellipsis }: Theme): string[] {
  const lines = paragraph(text, columns);
  if (lines.length <= max || max < 1) return lines.slice(0, Math.max(0, max));
  const last = truncate(lines[max - 1]!, columns - getWidth(ellipsis), '') + ellipsis;
  return [...lines.slice(0, max - 1), last];
}

/** An error's message and hint; empty without an error. */
export function errorLines(error: unknown, columns: number, theme: Theme): string[] {
  if (error === undefined) return [];
  const { hint } = describeFailure(error);
  return [
    ...paragraph(errorLine(getSummary(error)), columns, theme.error),
    ...(hint === null ? [] : paragraph(errorLine(hint), columns)),
  ];
}

/** Details of a failure for support: the status, the address, the request ID. */
export function errorDetails(error: unknown, columns: number, theme: Theme): string[] {
  const { status, url, requestId } = describeFailure(error);
  const details = [
    status !== null && `status ${status}`,
    url !== null && !getSummary(error).includes(url) && url,
    requestId !== null && `request ${requestId}`,
  ];
  return details.flatMap((detail) => (detail ? paragraph(errorLine(detail), columns, theme.dim) : []));
}

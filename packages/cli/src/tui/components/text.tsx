import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { describeFailure, redact, visible } from '@tryout/engine';
import { usePicker } from '../hooks/use-picker.ts';
import {
  symbolsOf,
  type Terminal,
  type Theme,
  truncate,
  widthOf,
  withoutCursor,
  wrap,
} from '../../terminal/index.ts';

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

/**
 * A text from anywhere as lines of a width, made visible.
 * @param style for each line, a line at a time
 */
export function paragraph(text: string, columns: number, style?: (line: string) => string): string[] {
  const lines = wrap(visible(text).replaceAll('\t', '  '), Math.max(1, columns)).split('\n');
  return style ? lines.map((line) => style(line)) : lines;
}

/** The lines of a paragraph that there is room for; what is left out is shown by an ellipsis. */
export function firstLines(
  text: string,
  columns: number,
  most: number,
  terminal: Pick<Terminal, 'unicode'>,
): string[] {
  const lines = paragraph(text, columns);
  if (lines.length <= most || most < 1) return lines.slice(0, Math.max(0, most));
  const { ellipsis } = symbolsOf(terminal);
  const last = truncate(lines[most - 1]!, columns - widthOf(ellipsis), '') + ellipsis;
  return [...lines.slice(0, most - 1), last];
}

/**
 * What happened and what to do about it; empty without an error.
 * @param known an address that is shown already: a hint with it is left out
 */
export function errorLines(error: unknown, columns: number, theme: Theme, known?: string): string[] {
  if (error === undefined) return [];
  const { message, hint } = describeFailure(error);
  const isKnown = known !== undefined && hint?.includes(known) === true;
  return [
    ...paragraph(inOneLine(message), columns, theme.error),
    ...(hint === null || isKnown ? [] : paragraph(inOneLine(hint), columns)),
  ];
}

/** What only someone who asks for help needs to know of a failure: the status, the address, the request. */
export function failureFacts(error: unknown, columns: number, theme: Theme): string[] {
  const { message, status, url, requestId } = describeFailure(error);
  const isTold = url !== null && message.includes(url);
  const facts = [
    ...(status === null ? [] : [`status ${status}`]),
    ...(url === null || isTold ? [] : [url]),
    ...(requestId === null ? [] : [`request ${requestId}`]),
  ];
  return facts.flatMap((fact) => paragraph(inOneLine(fact), columns, theme.dim));
}

function inOneLine(text: string): string {
  return redact(text).replace(/\s+/g, ' ').trim();
}

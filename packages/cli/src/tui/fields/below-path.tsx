import { count, type FieldValue, visibleLine } from '@tryout/engine';
import { Box } from 'ink';
import { type ReactNode, useEffect, useState } from 'react';
import type { FileFieldKind, Match } from '../../files/folder.ts';
import type { DrawnPicture } from '../../terminal/graphics/drawn-picture.ts';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import { firstLines, Lines } from '../components/text.tsx';
import { Pictures } from '../components/picture.tsx';
import { useJob } from '../hooks/use-job.ts';
import { type Size, usePicker, useTerminal } from '../hooks/use-picker.ts';
import type { Suggestions } from './completion.ts';
import { type FileDraft, isUnread } from './file-drafts.ts';

const HOW = 'Type a path (./ lists this folder), or drop a file here.';
const MAX_FAILURE_LINES = 3;
/** Below this height a preview would push the inputs out of view. */
const MIN_ROWS = 10;

interface BelowPathProps {
  readonly draft: FileDraft;
  readonly value: FieldValue | undefined;
  readonly suggestions: Suggestions | undefined;
  readonly isFocused: boolean;
  readonly kind: FileFieldKind;
}

/** Below a path: what may complete it, what is in the file, or what is wrong with it. */
export function BelowPath({ draft, value, suggestions, isFocused, kind }: BelowPathProps): ReactNode {
  const { terminal, theme, body } = useTerminal();
  const { failure, text } = draft;
  const columns = body.columns - theme.margin.length;
  const { ellipsis } = symbolsOf(terminal);
  const listed = suggestions && (suggestions.count > 0 || value === undefined) ? suggestions : undefined;
  const preview = usePreview(listed ? undefined : value, kind, columns);
  const suggestionLines = useSuggestionLines(listed, columns);
  const linesWithoutFile = () => {
    if (failure !== undefined)
      return firstLines(failure, columns, MAX_FAILURE_LINES, terminal).map((line) => theme.error(line));
    if (isFocused && text === '') return [theme.dim(truncate(HOW, columns, ellipsis))];
    return isUnread(draft, value) ? [theme.dim(`Reading${ellipsis}`)] : [];
  };
  const lines = listed ? suggestionLines : value === undefined ? linesWithoutFile() : preview.lines;
  return (
    <Box flexShrink={0} marginLeft={theme.margin.length}>
      <Pictures pictures={preview.pictures}>
        <Lines lines={lines} />
      </Pictures>
    </Box>
  );
}

/** A short list of entries around the chosen one: folders end with a slash, files that hardly fit are dim. */
function useSuggestionLines(suggestions: Suggestions | undefined, columns: number): readonly string[] {
  const { terminal, theme } = useTerminal();
  const { isRead } = usePicker();
  if (!suggestions) return [];
  const { best, count: all, chosen, remark } = suggestions;
  const { ellipsis } = symbolsOf(terminal);
  const dim = (text: string) => theme.dim(truncate(visibleLine(text), columns, ellipsis));
  if (remark !== undefined && best.length === 0) return [dim(remark)];
  const rows = terminal.rows < MIN_ROWS ? 2 : Math.min(8, Math.max(3, terminal.rows >> 2));
  const shown = all <= rows ? rows : Math.max(1, rows - 1);
  const first = Math.max(0, Math.min(chosen - (shown >> 1), best.length - shown));
  const line = ({ name: plain, isFolder, fits }: Match, index: number) => {
    const name = truncate(
      visibleLine(plain) + (isFolder ? '/' : ''),
      columns - theme.margin.length,
      ellipsis,
    );
    if (first + index === chosen) return theme.accent((isRead ? '> ' : theme.pointer) + name);
    return theme.margin + (isFolder ? name : fits ? theme.title(name) : theme.dim(name));
  };
  const lines = best.slice(first, first + shown).map(line);
  const left = all - lines.length;
  return left > 0 ? [...lines, dim(`${theme.margin}${count(left)} more`)] : lines;
}

const nothing: DrawnPicture = { lines: [], pictures: [] };

/** What is in a file, in at most a third of the terminal's rows (C20); a screen reader reads its facts alone. */
function usePreview(value: FieldValue | undefined, kind: FileFieldKind, columns: number): DrawnPicture {
  const { terminal, theme } = useTerminal();
  const { environment, device, isRead } = usePicker();
  const job = useJob();
  const max = isRead ? 1 : Math.min(10, Math.max(2, Math.floor(terminal.rows / 3)));
  const rows = terminal.rows < MIN_ROWS ? 0 : max;
  const [made, setMade] = useState<Size & { readonly value: FieldValue; readonly drawing: DrawnPicture }>();
  useEffect(() => {
    if (value === undefined || rows === 0) return;
    job.start(async (signal) => {
      // Loaded with the first file: none is needed for the first frame.
      const { drawPreview } = await import('../../files/preview.ts');
      const tools = { terminal, theme, environment, device, isRead };
      const drawing = await drawPreview(kind, value, { columns, rows }, tools);
      if (!signal.aborted) setMade({ value, columns, rows, drawing });
    });
    return job.stop;
  }, [value, kind, columns, rows, terminal, theme, environment, device, isRead, job]);
  // One that was made for more room is not shown in less.
  return made && made.value === value && made.columns <= columns && made.rows <= rows
    ? made.drawing
    : nothing;
}

import { count, type FieldValue } from '@tryout/engine';
import { Box } from 'ink';
import { useEffect, useState, type ReactNode } from 'react';
import type { Match } from '../../files/paths.ts';
import type { DrawnImage } from '../../terminal/graphics/render-image.ts';
import { getWidth, type Size } from '../../terminal/index.ts';
import { Images } from '../components/image.tsx';
import { useMeasure } from '../components/scroll.tsx';
import { firstLines, Lines, paragraph } from '../components/text.tsx';
import { isUnread, type FileDraft } from '../hooks/file-draft.ts';
import { useJob } from '../hooks/use-job.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';
import type { Suggestions } from './completion.ts';

const HELP = 'Type a path (./ lists this folder), or drop a file here.';
const TABLE_HELP = 'Type the path of a JSON, CSV or TSV file, or paste a table.';
const MAX_FAILURE_LINES = 3;
const MIN_ROWS = 10;

interface BelowPathProps {
  readonly draft: FileDraft;
  readonly value: FieldValue | undefined;
  readonly suggestions: Suggestions | undefined;
  readonly isFocused: boolean;
  readonly isMedia: boolean;
  /** Whether a JSON file is shown as a table. */
  readonly isGrid: boolean;
}

/** Below a path: completions, a preview of the file, or an error. */
export function FileDetails(props: BelowPathProps): ReactNode {
  const { draft, value, suggestions, isFocused, isMedia, isGrid } = props;
  const { theme, body } = useTerminal();
  const { failure, text, batch } = draft;
  useMeasure();
  const columns = body.columns - theme.margin.length;
  const list = suggestions && (suggestions.count > 0 || value === undefined) ? suggestions : undefined;
  const preview = usePreview(list ? undefined : value, isGrid, columns);
  const suggestionLines = useSuggestionLines(list, columns);
  const linesWithoutFile = () => {
    if (failure !== undefined)
      return firstLines(failure, columns, MAX_FAILURE_LINES, theme).map((line) => theme.error(line));
    if (batch) return [theme.good(theme.cut(batch.label, columns))];
    if (isFocused && text === '') return paragraph(isMedia ? HELP : TABLE_HELP, columns, theme.dim);
    return isUnread(draft, value) ? [theme.dim(`Reading${theme.ellipsis}`)] : [];
  };
  const lines = list ? suggestionLines : value === undefined ? linesWithoutFile() : preview.lines;
  return (
    <Box flexShrink={0} marginLeft={theme.margin.length}>
      <Images images={preview.images}>
        <Lines lines={lines} />
      </Images>
    </Box>
  );
}

/** The entries around the chosen one. Unsuitable files are dim. */
function useSuggestionLines(suggestions: Suggestions | undefined, columns: number): readonly string[] {
  const { terminal, theme, isScreenReader } = useTerminal();
  if (!suggestions) return [];
  const { best, count: all, selection, message, folder, marked } = suggestions;
  const dim = (text: string) => theme.dim(theme.cut(text, columns));
  if (message !== undefined && best.length === 0) return [dim(message)];
  const visible = Math.min(8, Math.max(1, (terminal.rows >> 2) - 1));
  const first = Math.max(0, Math.min(selection - (visible >> 1), best.length - visible));
  const line = ({ name: plain, isFolder, fits }: Match, index: number) => {
    const isMarked = marked.includes(folder + plain);
    const blank = ' '.repeat(getWidth(theme.on) + 1);
    const mark = marked.length === 0 ? '' : isMarked ? theme.accent(`${theme.on} `) : blank;
    const room = columns - theme.margin.length - getWidth(mark);
    const name = mark + theme.cut(plain + (isFolder ? '/' : ''), room);
    if (first + index === selection) return theme.accent((isScreenReader ? '> ' : theme.pointer) + name);
    return theme.margin + (isFolder ? name : fits ? theme.title(name) : theme.dim(name));
  };
  const lines = best.slice(first, first + visible).map(line);
  const rest = all - lines.length;
  const notes = [rest > 0 && `${count(rest)} more`, marked.length > 0 && `${count(marked.length)} marked`];
  const note = notes.filter(Boolean).join(theme.separator);
  return note === '' ? lines : [...lines, dim(theme.margin + note)];
}

const noPreview: DrawnImage = { lines: [], images: [] };

/** A preview in at most a third of the terminal's rows (C20); for a screen reader one line of facts. */
function usePreview(value: FieldValue | undefined, isGrid: boolean, columns: number): DrawnImage {
  const { terminal, theme, isScreenReader } = useTerminal();
  const { environment, device } = usePicker();
  const job = useJob();
  const max = isScreenReader ? 1 : Math.min(10, Math.max(2, Math.floor(terminal.rows / 3)));
  const rows = terminal.rows < MIN_ROWS ? 0 : max;
  const [drawing, setDrawing] = useState<
    Size & { readonly value: FieldValue; readonly preview: DrawnImage }
  >();
  useEffect(() => {
    if (value === undefined || rows === 0) return;
    job.start(async (signal) => {
      // Loaded on demand for a fast start.
      const { drawPreview } = await import('../../results/preview.ts');
      const tools = { terminal, theme, environment, device };
      const preview = await drawPreview(value, isGrid, { columns, rows }, tools);
      if (!signal.aborted) setDrawing({ value, columns, rows, preview });
    });
    return job.cancel;
  }, [value, isGrid, columns, rows, terminal, theme, environment, device, job]);
  return drawing && drawing.value === value && drawing.columns <= columns && drawing.rows <= rows
    ? drawing.preview
    : noPreview;
}

import {
  fieldKinds,
  getJsonFile,
  isFileInput,
  isJsonFileName,
  getMessage,
  parseJsonField,
  readFileInput,
  visibleLine,
  count,
  type Field,
  type FieldValue,
  type FileFieldKind,
} from '@tryout/engine';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Box } from 'ink';
import { parseDroppedPath, parseDroppedPaths, withHome, type Match } from '../../read-argv/paths.ts';
import { watchFile, getFileDraft, isUnread, readFileDraft, type FileDraft } from '../hooks/file-draft.ts';
import type { Key } from '../../text-editing/key.ts';
import { getAction } from '../../text-editing/editing.ts';
import type { DrawnImage } from '../../screen/graphics.ts';
import { getWidth, type Size } from '../../screen/index.ts';
import { TextLine } from '../components/text-line.tsx';
import { useJob, usePlayer } from '../hooks/use-job.ts';
import { command, useKeys, type Command, useIsShown, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { Images } from '../components/image.tsx';
import { useMeasure } from '../components/scroll.tsx';
import { firstLines, Lines, paragraph } from '../components/text.tsx';
import { useCompletion, type Suggestions } from './completion.ts';
import { indent, Labeled, type FieldProps } from './field.tsx';
import { joinWords } from '../../batch/sources.ts';

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
function FileDetails(props: BelowPathProps): ReactNode {
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

/** A preview in at most a third of the terminal's rows; for a screen reader one line of facts. */
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
      const { drawPreview } = await import('../../deliver/draw-result.ts');
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

type FileFieldProps = FieldProps<Extract<Field, { kind: FileFieldKind }>>;

export function FileFieldInput(props: FileFieldProps): ReactNode {
  const { field, value, focus, onChange } = props;
  const { theme, body } = useTerminal();
  const { notify } = usePicker();
  const isMedia = fieldKinds[field.kind].media !== undefined;
  const isFocused = focus !== undefined;
  const isShown = useIsShown();
  const [draft, choose] = useChosenFile(props);
  const isTyping = isFocused && isShown && draft.text !== '';
  const completion = useCompletion(field.kind, isTyping, choose);
  const { match, type, close, marked } = completion;
  // A fully typed path is already chosen.
  const isTaken = match?.text === draft.text && value !== undefined;
  const entry = isTaken ? undefined : match;

  /** Replaces the text without suggestions. */
  function put(text: string): void {
    close();
    choose(text);
  }

  function onKey(key: Key): true | undefined {
    const several = key.name === 'paste' ? parseDroppedPaths(key.text) : undefined;
    const one = key.name === 'paste' ? parseDroppedPath(key.text) : undefined;
    const path = several ? joinWords(several) : one;
    if (path === undefined && key.name === 'paste' && pasteTable(key.text)) return true;
    const isErased =
      draft.text === '' && value !== undefined && getAction(key)?.startsWith('erase-') === true;
    if (path === undefined && !isErased) return undefined;
    put(path ?? '');
    return true;
  }

  /** Takes pasted JSON, CSV or TSV. */
  function pasteTable(text: string): boolean {
    if (isMedia || !/\n|^[[{]/.test(text.trim())) return false;
    try {
      onChange(parseJsonField(text, 'The pasted text'), { text: '', fileName: 'Pasted text' });
      close();
    } catch (error) {
      notify(getMessage(error), 'error');
    }
    return true;
  }

  const play = usePlayCommand(value);
  const [isGrid, setGrid] = useState(false);
  const view =
    isJsonFileName(getJsonFile(value)) &&
    command('ctrl+v', isGrid ? 'JSON' : 'table', 'Show the JSON file as text or as a table', () =>
      setGrid(!isGrid),
    );
  const files = match && !match.isFolder && marked.length === 1 ? new Set([...marked, match.text]) : marked;
  const enter =
    marked.length > 0
      ? command('enter', 'use marked', 'Use the marked files', () => put(joinWords([...files])))
      : entry
        ? command('enter', entry.isFolder ? 'open' : 'choose', 'Choose the entry', () =>
            entry.isFolder ? type(entry.text) : put(entry.text),
          )
        : draft.failure !== undefined &&
          completion.commands.length === 0 &&
          command('enter', 'reload', 'Reload the file', () => put(draft.text));
  useKeys({ level: 'field', isActive: isFocused, commands: [enter, ...completion.commands, play, view] });
  return (
    <Labeled label={field.label} isFocused={isFocused}>
      <TextLine
        value={draft.text}
        onChange={type}
        onKey={onKey}
        width={body.columns - theme.margin.length}
        label={indent(theme, isFocused)}
        placeholder={placeholderFor(value, draft)}
        isFocused={isFocused}
      />
      <FileDetails
        draft={draft}
        value={value}
        suggestions={isFocused ? completion.suggestions : undefined}
        isFocused={isFocused}
        isMedia={isMedia}
        isGrid={isGrid}
      />
    </Labeled>
  );
}

function placeholderFor(value: FieldValue | undefined, { fileName }: FileDraft): string {
  if (value === undefined) return 'No file chosen';
  if (fileName !== undefined) return fileName;
  return isFileInput(value) ? visibleLine(value.name) : 'JSON';
}

function usePlayCommand(value: FieldValue | undefined): Command | false {
  const player = usePlayer();
  const isSound = isFileInput(value) && /^(?:audio|video)\/|^application\/ogg$/.test(value.contentType);
  if (!isSound) return false;
  if (player.isPlaying) return command('ctrl+v', 'stop', 'Stop playback', player.stop);
  const { contentType } = value;
  const sound = async () => ({ contentType, bytes: await readFileInput(value) });
  return command('ctrl+v', 'play', 'Play the audio file', () => player.play(sound()));
}

/**
 * Reads a field's file in the background, and again when it changes on disk.
 * @returns the draft, and a function that replaces its text
 */
function useChosenFile(props: FileFieldProps): readonly [FileDraft, (text: string) => void] {
  const { name, field, value, onChange } = props;
  const { session, connection } = usePicker();
  const job = useJob();
  const task = session.getSnapshot().task?.id ?? '';
  const draft = getFileDraft(props.draft, value);
  const { text, version } = draft;
  const mustRead = isUnread(draft, value);

  function choose(next: string): void {
    onChange(undefined, { text: next });
  }

  const onRead = useEffectEvent((file: Awaited<ReturnType<typeof readFileDraft>>) => {
    // An example may have replaced it in the meantime.
    if (session.getSnapshot().values[name] === undefined) onChange(file.value, file.draft);
  });
  useEffect(() => {
    if (!mustRead) return;
    const { task: current } = session.getSnapshot();
    // A conversation has further files, of which it takes one.
    const batchTask = current && Object.hasOwn(current.fields, name) ? current : undefined;
    job.start((signal) => readFileDraft(field, text, batchTask, connection(), signal), onRead);
    return job.cancel;
  }, [mustRead, text, field, name, task, job, session, connection]);

  const path = isFileInput(value) ? (value.path ?? '') : value === undefined ? '' : withHome(text);
  const readAgain = useEffectEvent(() => choose(text));
  useEffect(
    () => (path === '' ? undefined : watchFile(path, version, readAgain)),
    [path, version, value, task],
  );
  return [draft, choose];
}

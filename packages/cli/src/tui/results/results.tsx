import {
  answerText,
  compactJson,
  describePartial,
  isRunning,
  emptyAnswerText,
  resultJson,
  spokenLength,
  type RunResult,
  type RunState,
} from '@tryout/engine';
import { Box, Text } from 'ink';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { drawResult, type Drawing } from '../../deliver/draw-result.ts';
import { getParts } from '../../deliver/render-result.ts';
import type * as highlight from '../../screen/highlight.ts';
import type { Size } from '../../screen/index.ts';
import { growingLines } from '../../screen/width.ts';
import { Images } from '../components/image.tsx';
import { useScroll } from '../components/scroll.tsx';
import { errorLines, errorDetails, Lines } from '../components/text.tsx';
import { useJob } from '../hooks/use-job.ts';
import { useKeys, usePicker, useTerminal } from '../hooks/use-picker.ts';

/** The component for a run: text streams, other results are drawn when the run has ended. */
export function RunOutput(props: ResultProps): ReactNode {
  const { result } = props.run;
  if (!result || result.view.kind === 'text') return <TextResult {...props} />;
  return <Drawn {...props} result={result} />;
}

/** Text that may still be streaming, with its reasoning and error. */
function TextResult(props: ResultProps): ReactNode {
  const { theme, isScreenReader } = useTerminal();
  const [text] = useState(growingLines);
  const [reasoning] = useState(growingLines);
  const { run, room } = props;
  const { columns } = room;
  const { status, result, error, partial } = run;
  const failure = error ? [...errorLines(error, columns, theme), ...errorDetails(error, columns, theme)] : [];
  const below = [
    theme.error(`${describePartial(error)}.`),
    ...(failure.length > 0 ? [theme.title('Error'), ...failure] : []),
  ].slice(0, partial && status !== 'streaming' ? Math.max(1, Math.floor(room.rows / 2)) : 0);

  // Screen readers get complete sentences.
  const ready = (growing = '') =>
    isScreenReader && status === 'streaming' ? growing.slice(0, spokenLength(growing)) : growing;
  const view = result?.view.kind === 'text' ? result.view : undefined;
  const answer = view ? answerText(view) : ready(partial?.text);
  const reasoningText = view ? view.reasoning : ready(partial?.reasoning);
  const answerLines = answer === '' && view ? [theme.dim(emptyAnswerText(view))] : text(answer, columns);
  const aboveAnswer = reasoningText
    ? ['Reasoning', ...reasoning(reasoningText, columns), ...(answerLines.length === 0 ? [] : ['', 'Answer'])]
    : [];
  return (
    <Output
      {...props}
      {...(partial || !error
        ? {
            lines: [...aboveAnswer, ...answerLines],
            styleLine: (line, index) => (index < aboveAnswer.length ? theme.dim(line) : line),
          }
        : { lines: failure })}
      below={below}
      // Follow the end only if the text has streamed.
      follows={partial !== undefined || isRunning({ run }) || run.request?.run.stream === true}
    />
  );
}

/** The response as JSON. Only visible lines are highlighted. */
export function JsonResult(props: ResultProps): ReactNode {
  const { memory } = usePicker();
  const { terminal } = useTerminal();
  const [module, setModule] = useState<typeof highlight>();
  useEffect(() => void import('../../screen/highlight.ts').then(setModule), []);
  const { columns } = props.room;
  const { result } = props.run;
  const savedTo = result && memory.savedFiles.get(result)?.[0];
  const lines = useMemo(
    () => (result ? growingLines()(compactJson(resultJson(result, savedTo)).join('\n'), columns) : []),
    [result, savedTo, columns],
  );
  const color = useMemo(() => module?.highlighter(terminal), [module, terminal]);
  const styleLine = (line: string) => color?.(line, 'json') ?? line;
  return <Output {...props} lines={lines} styleLine={styleLine} />;
}

/**
 * A result as lines, with an image for some kinds. While it is drawn for a new size, the previous drawing is shown
 * without terminal graphics.
 */
function Drawn(props: ResultProps & { readonly result: RunResult }): ReactNode {
  const { result, room, partIndex } = props;
  const settings = usePicker();
  const { terminal } = useTerminal();
  const job = useJob();
  const [drawing, setDrawing] = useState<Drawing & { readonly room?: Size }>({ lines: [] });
  const { columns, rows } = room;
  const paths = settings.memory.savedFiles.get(result);
  useEffect(() => {
    const size = { columns, rows };
    job.start(
      () => drawResult(result.view, { ...settings, terminal }, { paths, room: size, partIndex }),
      (next) => setDrawing({ ...next, room: size }),
    );
  }, [job, settings, terminal, result, paths, columns, rows, partIndex]);
  const { lines, image, room: drawingRoom } = drawing;
  const isFitting = drawingRoom?.columns === columns && drawingRoom.rows === rows;
  const visibleImage = isFitting ? image : image && { ...image, images: [] };
  const parts = Math.max(1, getParts(result.view));
  const reveal = partIndex === undefined ? undefined : Math.floor((partIndex * lines.length) / parts);
  return <Output {...props} lines={lines} reveal={reveal} image={visibleImage} />;
}

interface ResultProps {
  readonly run: RunState;
  /** Styled lines above the result. */
  readonly head: readonly string[];
  /** The room below the head. */
  readonly room: Size;
  readonly partIndex: number | undefined;
  readonly hasKeys: boolean;
}

interface OutputProps extends Pick<ResultProps, 'head' | 'room' | 'hasKeys'> {
  readonly lines: readonly string[];
  /** Styles a visible line. @param index of the line */
  styleLine?(line: string, index: number): string;
  /** Keeps the end visible as lines are added. */
  readonly follows?: boolean;
  readonly reveal?: number | undefined;
  /** Stays visible above or next to the lines. */
  readonly image?: Drawing['image'] | undefined;
  /** Stays visible below the lines. */
  readonly below?: readonly string[];
}

/** A scrollable result below its head. The first line ends with the scroll position if there is room. */
function Output({
  head,
  room,
  hasKeys,
  lines,
  styleLine = (line) => line,
  below = [],
  follows = false,
  reveal,
  image,
}: OutputProps): ReactNode {
  const { theme, isScreenReader } = useTerminal();
  const count = lines.length;
  const imageLines = image?.lines.slice(0, room.rows) ?? [];
  const above = image?.isSideBySide ? [] : imageLines;
  const rows = Math.max(0, room.rows - above.length - below.length);
  const scroll = useScroll({ count, rows: Math.max(1, rows), follows });
  useKeys({ commands: scroll.commands, isActive: hasKeys });
  const [lastReveal, setLastReveal] = useState(reveal);
  if (lastReveal !== reveal) {
    setLastReveal(reveal);
    if (reveal !== undefined) scroll.reveal(reveal);
  }
  const to = Math.min(count, scroll.top + rows);
  const visible = lines.slice(scroll.top, to).map((line, row) => styleLine(line, scroll.top + row));
  const allLines = image?.isSideBySide
    ? imageLines.map((line, row) => line + (visible[row] ?? ''))
    : [...above, ...visible, ...below];
  const [first = '', ...rest] = head;
  const position = count > rows && !isScreenReader ? `${Math.min(scroll.top + 1, to)}-${to} / ${count}` : '';
  return (
    <>
      <Box flexShrink={0} width={room.columns} columnGap={1}>
        <Box flexGrow={1}>
          <Text wrap="truncate">{first || ' '}</Text>
        </Box>
        <Lines lines={position === '' ? [] : [theme.dim(position)]} />
      </Box>
      <Lines lines={rest} />
      <Images images={image?.images ?? []} text={allLines.join('\n')}>
        <Lines lines={allLines} />
      </Images>
    </>
  );
}

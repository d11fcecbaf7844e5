import {
  answerText,
  foldedJson,
  isRunning,
  noAnswerWords,
  resultJson,
  spokenLength,
  type RunResult,
  type RunState,
} from '@tryout/engine';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { pad, styleFor, widthOf } from '../../../terminal/index.ts';
import { drawResult, type Drawing } from '../../../results/draw-result.ts';
import { partsOf } from '../../../results/result-types.ts';
import type * as highlight from '../../../terminal/highlight.ts';
import { flowOf, growingText, joined, sourceOf, styled } from '../../../terminal/text-flow/flow.ts';
import type { LineSource } from '../../../terminal/text-flow/flow.ts';
import { errorLines, failureFacts } from '../../components/error-lines.ts';
import { Lines } from '../../components/lines.tsx';
import { Pictures } from '../../components/picture.tsx';
import { useJob } from '../../hooks/use-job.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { usePicker } from '../../hooks/use-picker.ts';
import { useScroll } from '../../hooks/use-scroll.ts';
import { useTerminal, type Size } from '../../hooks/use-terminal.ts';

/** What a component that shows a run gets. */
interface ResultProps {
  readonly run: RunState;
  /** Lines above the result, styled. */
  readonly head: readonly string[];
  /** The room below the head. */
  readonly room: Size;
  /** The part that was chosen among several, from 0. */
  readonly chosen: number | undefined;
  /** Hidden results keep their place. */
  readonly isShown: boolean;
  /** Whether keys scroll it. */
  readonly hasKeys: boolean;
}

interface OutputProps extends Pick<ResultProps, 'head' | 'room' | 'isShown' | 'hasKeys'> {
  readonly source: LineSource;
  /** Whether the end stays visible as lines are added. */
  readonly follows?: boolean;
  /** A line to bring into view once. */
  readonly reveal?: number | undefined;
  /** Stays visible above the lines or beside them. */
  readonly picture?: Drawing['picture'] | undefined;
  /** Stays visible below the lines. */
  readonly below?: readonly string[];
}

/** A long result below its head. The first line of the head ends with the position, if there is room for it. */
function Output({ head, room, isShown, hasKeys, source, below = [], ...props }: OutputProps): ReactNode {
  const { follows = false, reveal, picture } = props;
  const { theme } = useTerminal();
  const { isRead } = usePicker();
  const { count } = source;
  const drawn = picture?.lines.slice(0, room.rows) ?? [];
  const above = picture?.isBeside ? [] : drawn;
  const rows = Math.max(0, room.rows - above.length - below.length);
  const scroll = useScroll({ count, rows: Math.max(1, rows), follows });
  useKeys({ commands: scroll.commands, isActive: hasKeys && isShown });
  const [revealed, setRevealed] = useState(reveal);
  if (revealed !== reveal) {
    setRevealed(reveal);
    if (reveal !== undefined) scroll.reveal(reveal);
  }
  if (!isShown) return null;
  const to = Math.min(count, scroll.top + rows);
  const visible = source.lines(scroll.top, to);
  const lines = picture?.isBeside
    ? drawn.map((line, row) => line + (visible[row] ?? ''))
    : [...above, ...visible, ...below];
  const [first = '', ...rest] = head;
  const position = count > rows && !isRead ? `${Math.min(scroll.top + 1, to)}-${to} / ${count}` : '';
  const left = room.columns - widthOf(position);
  const hasPosition = position !== '' && widthOf(first) + 2 <= left;
  return (
    <>
      <Lines lines={[hasPosition ? pad(first, left) + theme.dim(position) : first, ...rest]} />
      <Pictures pictures={picture?.pictures ?? []} beside={lines.join('\n')}>
        <Lines lines={lines} />
      </Pictures>
    </>
  );
}

/** A text that may still be streaming, its reasoning, and the error that ended it. */
export function TextResult(props: ResultProps): ReactNode {
  const { theme } = useTerminal();
  const { isRead } = usePicker();
  const [text] = useState(growingText);
  const [reasoning] = useState(growingText);
  const { run, room } = props;
  const { columns } = room;
  const { status, result, error } = run;
  const hasStreamed = run.text !== '' || Boolean(run.reasoning);
  const failure = error ? [...errorLines(error, columns, theme), ...failureFacts(error, columns, theme)] : [];
  const isBroken = hasStreamed && (status === 'error' || status === 'cancelled');
  const below = [
    theme.error('The answer is incomplete.'),
    ...(failure.length > 0 ? [theme.title('Error'), ...failure] : []),
  ].slice(0, isBroken ? Math.max(1, Math.floor(room.rows / 2)) : 0);

  // A screen reader reads whole sentences.
  const ready = (growing = '') =>
    isRead && status === 'streaming' ? growing.slice(0, spokenLength(growing)) : growing;
  const view = result?.view.kind === 'text' ? result.view : undefined;
  const answer = view ? answerText(view) : ready(run.text);
  const thought = view ? view.reasoning : ready(run.reasoning);
  const answerLines =
    answer === '' && view ? sourceOf([theme.dim(noAnswerWords(view))]) : text.flow(answer, columns);
  const answerWithReasoning = thought
    ? joined([
        sourceOf([theme.dim('Reasoning')]),
        styled(reasoning.flow(thought, columns), theme.dim),
        sourceOf(answerLines.count === 0 ? [] : ['', theme.dim('Answer')]),
        answerLines,
      ])
    : answerLines;
  const source = hasStreamed || !error ? answerWithReasoning : sourceOf(failure);
  // A text that did not stream is read from its beginning.
  return <Output {...props} source={source} below={below} follows={hasStreamed || isRunning({ run })} />;
}

/** Longer lines are texts rather than structure; coloring them takes too long. */
const MAX_COLORED = 1000;

/** The answer of the server as JSON. Only visible lines are colored, once the highlighter is loaded. */
export function JsonResult(props: ResultProps): ReactNode {
  const { memory } = usePicker();
  const { terminal } = useTerminal();
  const [loaded, setLoaded] = useState<typeof highlight>();
  useEffect(() => void import('../../../terminal/highlight.ts').then(setLoaded), []);
  const { columns } = props.room;
  const { result } = props.run;
  const savedTo = result && memory.savedFiles.get(result)?.[0];
  const flow = useMemo(() => {
    const json = flowOf(columns);
    if (result) json.append(foldedJson(resultJson(result, savedTo)).join('\n'));
    return json;
  }, [result, savedTo, columns]);
  const color = useMemo(() => loaded?.highlighter(terminal), [loaded, terminal]);
  const { green } = styleFor(terminal);
  const source: LineSource = {
    count: flow.count,
    lines: (from, to) =>
      flow.lines(from, to).map((line, index) =>
        // The rest of a line that was broken belongs to a long text.
        flow.isContinued(from + index) || line.length > MAX_COLORED
          ? green(line)
          : (color?.(line, 'json') ?? line),
      ),
  };
  return <Output {...props} source={source} />;
}

/**
 * A result as lines, some kinds with a picture. Until it is drawn for another room the previous drawing stays, without
 * pictures of the terminal's own: these are large, and would be sent for a moment only.
 */
export function DrawnResult(props: ResultProps & { readonly result: RunResult }): ReactNode {
  const { result, room, chosen } = props;
  const settings = usePicker();
  const { terminal } = useTerminal();
  const job = useJob();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [drawing, setDrawing] = useState<Drawing & { readonly room?: Size }>({ lines: [] });
  const { columns, rows } = room;
  const saved = settings.memory.savedFiles.get(result);
  useEffect(() => {
    job.start(async (signal) => {
      // One at a time: while a window is resized only the newest of many sizes matters.
      await last.current;
      if (signal.aborted) return;
      const options = { saved, room: { columns, rows }, chosen };
      const work = drawResult(result.view, { ...settings, terminal }, options);
      last.current = work.catch(() => undefined);
      const drawn = await work;
      if (!signal.aborted) setDrawing({ ...drawn, room: options.room });
    });
  }, [job, settings, terminal, result, saved, columns, rows, chosen]);
  const { lines, picture, room: drawnFor } = drawing;
  const isFitting = drawnFor?.columns === columns && drawnFor.rows === rows;
  const shownPicture = isFitting ? picture : picture && { ...picture, pictures: [] };
  const parts = Math.max(1, partsOf(result.view));
  const reveal = chosen === undefined ? undefined : Math.floor((chosen * lines.length) / parts);
  return <Output {...props} source={sourceOf(lines)} reveal={reveal} picture={shownPicture} />;
}

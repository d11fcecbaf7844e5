import {
  answerText,
  compactJson,
  isRunning,
  emptyAnswerText,
  resultJson,
  type RunResult,
  spokenLength,
} from '@tryout/engine';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { growingLines } from '../../terminal/width.ts';
import { errorLines, errorDetails } from '../components/text.tsx';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';
import type * as highlight from '../../terminal/highlight.ts';
import { type Size } from '../../terminal/index.ts';
import { type Drawing, drawResult } from '../../results/draw-result.ts';
import { getParts } from '../../results/render-result.ts';
import { useJob } from '../hooks/use-job.ts';
import { Output, type ResultProps } from './output.tsx';

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
    theme.error('The answer is incomplete.'),
    ...(failure.length > 0 ? [theme.title('Error'), ...failure] : []),
  ].slice(0, partial && status !== 'streaming' ? Math.max(1, Math.floor(room.rows / 2)) : 0);

  // Screen readers get complete sentences.
  const ready = (growing = '') =>
    isScreenReader && status === 'streaming' ? growing.slice(0, spokenLength(growing)) : growing;
  const view = result?.view.kind === 'text' ? result.view : undefined;
  const answer = view ? answerText(view) : ready(partial?.text);
  const thought = view ? view.reasoning : ready(partial?.reasoning);
  const answerLines = answer === '' && view ? [theme.dim(emptyAnswerText(view))] : text(answer, columns);
  const aboveAnswer = thought
    ? ['Reasoning', ...reasoning(thought, columns), ...(answerLines.length === 0 ? [] : ['', 'Answer'])]
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
      follows={partial !== undefined || isRunning({ run }) || run.request?.stream === true}
    />
  );
}

/** The response as JSON. Only visible lines are highlighted. */
export function JsonResult(props: ResultProps): ReactNode {
  const { memory } = usePicker();
  const { terminal } = useTerminal();
  const [loaded, setLoaded] = useState<typeof highlight>();
  useEffect(() => void import('../../terminal/highlight.ts').then(setLoaded), []);
  const { columns } = props.room;
  const { result } = props.run;
  const savedTo = result && memory.savedFiles.get(result)?.[0];
  const lines = useMemo(
    () => (result ? growingLines()(compactJson(resultJson(result, savedTo)).join('\n'), columns) : []),
    [result, savedTo, columns],
  );
  const color = useMemo(() => loaded?.highlighter(terminal), [loaded, terminal]);
  const styleLine = (line: string) => color?.(line, 'json') ?? line;
  return <Output {...props} lines={lines} styleLine={styleLine} />;
}

/**
 * A result as lines, with a picture for some kinds. While it is drawn for a new size, the previous drawing is shown
 * without terminal graphics.
 */
function Drawn(props: ResultProps & { readonly result: RunResult }): ReactNode {
  const { result, room, chosen } = props;
  const settings = usePicker();
  const { terminal } = useTerminal();
  const job = useJob();
  const [drawing, setDrawing] = useState<Drawing & { readonly room?: Size }>({ lines: [] });
  const { columns, rows } = room;
  const saved = settings.memory.savedFiles.get(result);
  useEffect(() => {
    const size = { columns, rows };
    job.start(
      () => drawResult(result.view, { ...settings, terminal }, { saved, room: size, chosen }),
      (drawn) => setDrawing({ ...drawn, room: size }),
    );
  }, [job, settings, terminal, result, saved, columns, rows, chosen]);
  const { lines, picture, room: drawnFor } = drawing;
  const isFitting = drawnFor?.columns === columns && drawnFor.rows === rows;
  const shownPicture = isFitting ? picture : picture && { ...picture, pictures: [] };
  const parts = Math.max(1, getParts(result.view));
  const reveal = chosen === undefined ? undefined : Math.floor((chosen * lines.length) / parts);
  return <Output {...props} lines={lines} reveal={reveal} picture={shownPicture} />;
}

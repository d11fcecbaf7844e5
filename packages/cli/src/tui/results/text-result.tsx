import { answerText, isRunning, noAnswerWords, spokenLength } from '@tryout/engine';
import { useState, type ReactNode } from 'react';
import { growingText, joined, sourceOf, styled } from '../../terminal/text-flow/flow.ts';
import { errorLines, failureFacts } from '../components/error-lines.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { Output, type ResultProps } from './output.tsx';

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
  const isBroken = hasStreamed && (status === 'error' || status === 'canceled');
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

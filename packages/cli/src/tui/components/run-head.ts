import {
  clockText,
  incompleteNote,
  isRunning,
  runSummary,
  spokenProgressText,
  progressText,
  unsentTokenNote,
  type RunState,
  type SessionState,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { sandboxHint } from '../../context/with-context.ts';
import { savedMessage } from '../../deliver/save-result.ts';
import { getWidth } from '../../screen/index.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';
import { paragraph } from './text.tsx';

/** In milliseconds. */
const SPINNER_INTERVAL = 100;

/**
 * The lines above a run: status and notes.
 * @param label shown at the start of the first line
 */
export function useHeadLines(state: SessionState, label: string | undefined): string[] {
  const { memory, connection, hubUrl } = usePicker();
  const { theme, isScreenReader, body } = useTerminal();
  const time = useElapsed(state);
  const { status, result, request } = state.run;
  const { columns } = body;
  const { separator, spinner } = theme;
  const lead = label === undefined ? '' : theme.title(label) + theme.dim(separator);
  const cut = (text: string, before = lead) => theme.cut(text, columns - getWidth(before));
  const withTime = (words: string) => [words, clockText(time)].filter(Boolean).join(separator);
  const lines: string[] = [];
  if (isRunning(state)) {
    const frame = spinner[Math.floor(time / SPINNER_INTERVAL) % spinner.length];
    const before = isScreenReader ? lead : `${lead}${theme.accent(frame)} `;
    lines.push(
      before + cut(isScreenReader ? spokenProgressText(state) : withTime(progressText(state)), before),
    );
  } else if (result) {
    lines.push(lead + theme.dim(cut(runSummary(result).join(separator))));
    const advice = (name: string) => `Increase ${name} to get more: press e, then Ctrl-P.`;
    const incomplete = incompleteNote(result, advice);
    if (incomplete !== undefined) lines.push(...paragraph(incomplete, columns, theme.accent));
    const [path, ...others] = memory.savedFiles.get(result) ?? [];
    if (path !== undefined) lines.push(theme.good(cut(savedMessage(path, others.length), '')));
  } else if (status === 'canceled') lines.push(lead + cut(withTime('Canceled')));
  else if (status === 'failed') {
    lines.push(lead + theme.error(cut('The run failed.')));
    lines.push(...sandboxHintLines(state, hubUrl, columns));
  } else lines.push(lead + theme.dim(cut('Nothing has run yet.')));
  const tokenNote = request && unsentTokenNote(connection(), request.run.route, 'tryout run --send-token');
  if (tokenNote !== undefined) lines.push(theme.dim(cut(tokenNote, '')));
  return lines;
}

/** A hint after a run of a model of the sandbox failed because the picker is on another hub. */
export function sandboxHintLines({ run, model }: SessionState, hubUrl: string, columns: number): string[] {
  const hint = sandboxHint(run.error, hubUrl, model);
  return hint === undefined ? [] : paragraph(hint, columns);
}

/** The label of a run's output. Numbers have their own labels (`Output - Sentence #1`). */
export function outputLabel({ result, error, partial }: RunState): 'Output' | 'Error' | undefined {
  if (result) return result.view.kind === 'numbers' ? undefined : 'Output';
  if (partial) return 'Output';
  return error ? 'Error' : undefined;
}

/** Milliseconds since the run started, or until it ended. */
function useElapsed({ run }: Pick<SessionState, 'run'>): number {
  const { paced } = usePicker();
  const { isScreenReader } = useTerminal();
  const isOn = isRunning({ run });
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const start = performance.now();
    const update = () => setElapsed(performance.now() - start);
    // Screen readers would announce every change.
    const unsubscribe = isScreenReader ? undefined : paced.subscribe(update);
    return () => {
      unsubscribe?.();
      update();
    };
  }, [isOn, isScreenReader, paced]);
  return elapsed;
}

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
import { useEffect, useRef, useState } from 'react';
import { sandboxHint } from '../../context/embedded-hub.ts';
import { savedMessage } from '../../results/save-result.ts';
import { widthOf } from '../../terminal/index.ts';
import { paragraph } from '../components/text.tsx';
import { useIsShown } from '../hooks/use-navigation.ts';
import { usePicker, useTerminal, type PickerSettings, type TerminalState } from '../hooks/use-picker.ts';

/** In milliseconds. */
const SPINNER_INTERVAL = 100;

/**
 * The lines above a run: status and notes.
 * @param label shown at the start of the first line
 */
export function headLines(
  state: SessionState,
  clock: RunClock,
  { memory, connection, hubUrl }: PickerSettings,
  { theme, isScreenReader, body: { columns } }: TerminalState,
  label: string | undefined,
): string[] {
  const { status, result, request } = state.run;
  const { separator, spinner } = theme;
  const lead = label === undefined ? '' : theme.title(label) + theme.dim(separator);
  const cut = (text: string, before = '') => theme.cut(text, columns - widthOf(before));
  const timed = (words: string) => [words, clockText(clock.elapsed)].filter(Boolean).join(separator);
  const lines: string[] = [];
  if (isRunning(state)) {
    const frame = spinner[Math.floor(clock.elapsed / SPINNER_INTERVAL) % spinner.length];
    const before = isScreenReader ? lead : `${lead}${theme.accent(frame)} `;
    const words = isScreenReader ? spokenProgressText(state) : timed(progressText(state));
    lines.push(before + cut(words, before));
  } else if (status === 'result' && result) {
    lines.push(lead + theme.dim(cut(runSummary(result.request, result).join(separator), lead)));
    const incomplete = incompleteNote(
      result,
      (name) => `Increase ${name} to get more: press e, then Ctrl-P.`,
    );
    if (incomplete !== undefined) lines.push(...paragraph(incomplete, columns, theme.accent));
    const [saved, ...others] = memory.savedFiles.get(result) ?? [];
    if (saved !== undefined) lines.push(theme.good(cut(savedMessage(saved, others.length))));
  } else if (status === 'canceled') lines.push(lead + cut(timed('Canceled'), lead));
  else if (status === 'error') {
    lines.push(lead + theme.error(cut('The run failed.', lead)));
    lines.push(...sandboxHintLines(state, hubUrl, columns));
  } else lines.push(lead + theme.dim(cut('Nothing has run yet.', lead)));
  const tokenNote = request && unsentTokenNote(connection(), request, 'tryout run --send-token');
  if (tokenNote !== undefined) lines.push(theme.dim(cut(tokenNote)));
  return lines;
}

/** A hint after a run of a model of the sandbox failed because the picker is on another hub. */
export function sandboxHintLines({ run, model }: SessionState, hubUrl: string, columns: number): string[] {
  const hint = sandboxHint(run.error, hubUrl, model);
  return hint === undefined ? [] : paragraph(hint, columns);
}

/**
 * The label of a run's output (specification, section 2; C24). Numbers have their own labels (`Output - Sentence
 * #1`).
 */
export function outputLabel({ result, error, text, reasoning }: RunState): 'Output' | 'Error' | undefined {
  if (result) return result.view.kind === 'numbers' ? undefined : 'Output';
  if (text !== '' || reasoning) return 'Output';
  return error ? 'Error' : undefined;
}

/** Minimum duration of a long run and the reaction time to its end, in milliseconds. */
const LONG = 1000;
const REACTION = 300;

type RunClock = ReturnType<typeof useRunClock>;

/** Whether a long run ended too recently to be noticed. Times are in milliseconds. */
export function hasJustEnded(end: { readonly at: number; readonly elapsed: number }, now: number): boolean {
  return end.elapsed >= LONG && now - end.at < REACTION;
}

export function useRunClock(run: RunState) {
  const { paced } = usePicker();
  const { isScreenReader } = useTerminal();
  const isShown = useIsShown();
  const isOn = isRunning({ run });
  const [elapsed, setElapsed] = useState(0);
  const start = useRef(0);
  const end = useRef(-Infinity);
  useEffect(() => {
    if (!isOn) return;
    start.current = performance.now();
    return () => {
      end.current = performance.now();
      setElapsed(end.current - start.current);
    };
  }, [isOn]);
  useEffect(() => {
    // Screen readers would announce every change.
    if (!isOn || !isShown || isScreenReader) return;
    return paced.subscribe(() => setElapsed(performance.now() - start.current));
  }, [isOn, isShown, isScreenReader, paced]);
  return {
    /** Milliseconds since the run started, or until it ended. */
    elapsed,
    /** Whether Esc was probably meant to cancel a long run that has just ended. True once. */
    isLateCancel(): boolean {
      const at = end.current;
      end.current = -Infinity;
      return run.status === 'result' && hasJustEnded({ at, elapsed }, performance.now());
    },
  };
}

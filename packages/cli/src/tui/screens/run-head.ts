import {
  clockWords,
  incompleteNote,
  isRunning,
  type RunState,
  runSummary,
  type SessionState,
  spokenWaitingWords,
  visibleLine,
  waitingWords,
  withheldTokenNote,
} from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { symbolsOf, truncate, widthOf } from '../../terminal/index.ts';
import { paragraph } from '../components/text.tsx';
import { type PickerSettings, type TerminalState, usePicker } from '../hooks/use-picker.ts';
import { savedWords } from '../../results/save-result.ts';
import { useIsShown } from '../hooks/use-navigation.ts';

/**
 * What is above a run: its progress or its end, and what to know about it.
 * @param label starts the first line, unless it has a line of its own
 */
export function headLines(
  state: SessionState,
  clock: RunClock,
  { isRead, memory, connection }: PickerSettings,
  { terminal, theme, body: { columns } }: TerminalState,
  label: string | undefined,
): string[] {
  const { status, result, request } = state.run;
  const { ellipsis, separator, spinner } = symbolsOf(terminal);
  const lead = label === undefined ? '' : theme.title(label) + theme.dim(separator);
  const cut = (text: string, before = '') => truncate(visibleLine(text), columns - widthOf(before), ellipsis);
  const timed = (words: string) => [words, clockWords(clock.passed)].filter(Boolean).join(separator);
  const lines: string[] = [];
  if (isRunning(state)) {
    const turn = spinner[Math.floor(clock.passed / TURN) % spinner.length];
    const before = isRead ? lead : `${lead}${theme.accent(turn)} `;
    lines.push(before + cut(isRead ? spokenWaitingWords(state) : timed(waitingWords(state)), before));
  } else if (status === 'result' && result) {
    lines.push(lead + theme.dim(cut(runSummary(result.request, result).join(separator), lead)));
    const incomplete = incompleteNote(result, (name) => `Raise ${name} with e, then Ctrl-P.`);
    if (incomplete !== undefined) lines.push(...paragraph(incomplete, columns, theme.accent));
    const [saved, ...others] = memory.savedFiles.get(result) ?? [];
    if (saved !== undefined) lines.push(theme.good(cut(savedWords(saved, others.length))));
  } else if (status === 'canceled') lines.push(lead + cut(timed('Canceled'), lead));
  else if (status === 'error') lines.push(lead + theme.error(cut('The run failed.', lead)));
  else lines.push(lead + theme.dim(cut('Nothing has run yet.', lead)));
  const withheld = request && withheldTokenNote(connection(), request, 'tryout run --send-token');
  if (withheld !== undefined) lines.push(theme.dim(cut(withheld)));
  return lines;
}

/** The label of a run's output (specification, section 2; C24). Numbers have their own (`Output - Sentence #1`). */
export function outputLabel({ result, error, text, reasoning }: RunState): 'Output' | 'Error' | undefined {
  if (result) return result.view.kind === 'numbers' ? undefined : 'Output';
  if (text !== '' || reasoning) return 'Output';
  return error ? 'Error' : undefined;
}

/** Milliseconds that each frame of the spinner is shown. */
export const TURN = 100;

/** Milliseconds after which people may want to cancel a run, and which they need to notice its end. */
const LONG = 1000;
const REACTION = 300;

/** How long a run has taken so far. */
export interface RunClock {
  /** Milliseconds since the run began, or until it ended. */
  readonly passed: number;
  /** Whether Esc was meant to cancel the run, which has just ended. True once. */
  isLateCancel(): boolean;
}

/** Whether a long run gave its result so recently that nobody has noticed yet. Times are in milliseconds. */
export function hasJustEnded(end: { readonly at: number; readonly passed: number }, now: number): boolean {
  return end.passed >= LONG && now - end.at < REACTION;
}

/** The clock of one run. It renders again while the run goes on. */
export function useRunClock(run: RunState): RunClock {
  const { paced, isRead } = usePicker();
  const isShown = useIsShown();
  const isOn = isRunning({ run });
  const [passed, setPassed] = useState(0);
  const since = useRef(0);
  const end = useRef(-Infinity);
  useEffect(() => {
    if (!isOn) return;
    since.current = performance.now();
    return () => {
      end.current = performance.now();
      setPassed(end.current - since.current);
    };
  }, [isOn]);
  useEffect(() => {
    // Whatever changes is read aloud.
    if (!isOn || !isShown || isRead) return;
    return paced.subscribe(() => setPassed(performance.now() - since.current));
  }, [isOn, isShown, isRead, paced]);
  return {
    passed,
    isLateCancel() {
      const at = end.current;
      end.current = -Infinity;
      return run.status === 'result' && hasJustEnded({ at, passed }, performance.now());
    },
  };
}

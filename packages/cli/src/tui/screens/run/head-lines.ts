import {
  clockWords,
  incompleteNote,
  isRunning,
  runSummary,
  spokenWaitingWords,
  visibleLine,
  waitingWords,
  withheldTokenNote,
  type RunState,
  type SessionState,
} from '@tryout/engine';
import { symbolsOf, truncate } from '../../../terminal/index.ts';
import { paragraph } from '../../components/paragraph.ts';
import type { PickerSettings } from '../../hooks/use-picker.ts';
import type { TerminalState } from '../../hooks/use-terminal.ts';
import { savedWords } from '../../results/save-result.ts';
import type { RunClock } from './use-run-clock.ts';

/** What is above a run: its progress or its end, and what to know about it. */
export function headLines(
  state: SessionState,
  clock: RunClock,
  { isRead, memory, connection }: PickerSettings,
  { terminal, theme, body: { columns } }: TerminalState,
): string[] {
  const { run } = state;
  const { ellipsis, separator, spinner } = symbolsOf(terminal);
  const cut = (text: string) => truncate(visibleLine(text), columns, ellipsis);
  const lines: string[] = [];
  if (isRunning(state)) {
    if (isRead) lines.push(cut(spokenWaitingWords(state)));
    else {
      const sign = `${spinner[clock.turn % spinner.length]} `;
      const words = [waitingWords(state), clockWords(clock.passed)].filter(Boolean).join(separator);
      lines.push(theme.accent(sign) + truncate(visibleLine(words), columns - sign.length, ellipsis));
    }
  } else if (run.status === 'result' && run.result) {
    lines.push(theme.dim(cut(runSummary(run.result.request, run.result).join(separator))));
    const incomplete = incompleteNote(run.result, (name) => `Raise ${name} with e, then Ctrl-P.`);
    if (incomplete !== undefined) lines.push(...paragraph(incomplete, columns, theme.accent));
    const [saved, ...others] = memory.savedFiles.get(run.result) ?? [];
    if (saved !== undefined) lines.push(theme.good(cut(savedWords(saved, others.length))));
  } else if (run.status === 'cancelled') {
    lines.push(cut(['Canceled', clockWords(clock.passed)].filter(Boolean).join(separator)));
  } else if (run.status === 'error') {
    lines.push(theme.error(cut('The run failed.')));
  } else lines.push(theme.dim(cut('Nothing has run yet.')));
  const withheld = run.request && withheldTokenNote(connection(), run.request, 'tryout run --send-token');
  if (withheld !== undefined) lines.push(theme.dim(cut(withheld)));
  return lines;
}

/**
 * The specified label of what a run gave (specification, section 2; C24): `Output` or `Error`; undefined while there is
 * nothing, and for numbers, which have labels of their own (`Output - Sentence #1`).
 */
export function outputLabel({ result, error, text, reasoning }: RunState): 'Output' | 'Error' | undefined {
  if (result) return result.view.kind === 'numbers' ? undefined : 'Output';
  if (text !== '' || reasoning) return 'Output';
  return error ? 'Error' : undefined;
}

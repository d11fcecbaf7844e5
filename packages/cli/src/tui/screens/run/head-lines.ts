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
import { symbolsOf, truncate, widthOf } from '../../../terminal/index.ts';
import { paragraph } from '../../components/paragraph.ts';
import type { PickerSettings } from '../../hooks/use-picker.ts';
import type { TerminalState } from '../../hooks/use-terminal.ts';
import { savedWords } from '../../../results/save-result.ts';
import { TURN, type RunClock } from './use-run-clock.ts';

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

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
import type { RunClock } from './use-run-clock.ts';

interface HeadOptions extends TerminalState {
  /** Begins the first line where it has no line of its own. */
  readonly label: string | undefined;
}

/** What is above a run: its progress or its end, and what to know about it. */
export function headLines(
  state: SessionState,
  clock: RunClock,
  { isRead, memory, connection }: PickerSettings,
  { terminal, theme, body: { columns }, label }: HeadOptions,
): string[] {
  const { run } = state;
  const { ellipsis, separator, spinner } = symbolsOf(terminal);
  const cut = (text: string, room = columns) => truncate(visibleLine(text), room, ellipsis);
  const lead = label === undefined ? '' : label + separator;
  const begin = (text: string, style = (line: string) => line) =>
    (label === undefined ? '' : theme.title(label) + theme.dim(separator)) +
    style(cut(text, columns - widthOf(lead)));
  const lines: string[] = [];
  if (isRunning(state)) {
    if (isRead) lines.push(begin(spokenWaitingWords(state)));
    else {
      const sign = `${spinner[clock.turn % spinner.length]} `;
      const words = [waitingWords(state), clockWords(clock.passed)].filter(Boolean).join(separator);
      lines.push(
        begin(sign + words, (line) => theme.accent(line.slice(0, sign.length)) + line.slice(sign.length)),
      );
    }
  } else if (run.status === 'result' && run.result) {
    lines.push(begin(runSummary(run.result.request, run.result).join(separator), theme.dim));
    const incomplete = incompleteNote(run.result, (name) => `Raise ${name} with e, then Ctrl-P.`);
    if (incomplete !== undefined) lines.push(...paragraph(incomplete, columns, theme.accent));
    const [saved, ...others] = memory.savedFiles.get(run.result) ?? [];
    if (saved !== undefined) lines.push(theme.good(cut(savedWords(saved, others.length))));
  } else if (run.status === 'cancelled') {
    lines.push(begin(['Canceled', clockWords(clock.passed)].filter(Boolean).join(separator)));
  } else if (run.status === 'error') {
    lines.push(begin('The run failed.', theme.error));
  } else lines.push(begin('Nothing has run yet.', theme.dim));
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

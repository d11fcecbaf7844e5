import {
  clockWords,
  incompleteNote,
  runSummary,
  spokenWaitingWords,
  visibleLine,
  waitingWords,
  withheldTokenNote,
} from '@tryout/engine';
import { pad, symbolsOf, truncate, widthOf } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import { paragraph } from '../../panels/paragraph.ts';
import { savedFiles, savedWords } from '../../results/saved-files.ts';
import type { RunClock } from './run-clock.ts';
import type { ViewDrawing } from './run-view.ts';

/** What stands over a run: how it goes or went, and what there is to know about it. */
export function headLines(picker: Picker, clock: RunClock, columns: number): string[] {
  const { session, theme, terminal } = picker;
  const { run } = session.getSnapshot();
  const { ellipsis, separator, spinner } = symbolsOf(terminal);
  const milliseconds = clock.tick();
  const cut = (text: string) => truncate(visibleLine(text), columns, ellipsis);
  const lines: string[] = [];
  if (run.status === 'loading' || run.status === 'streaming') {
    if (picker.isRead) lines.push(cut(spokenWaitingWords(session.getSnapshot())));
    else {
      const sign = `${spinner[clock.turn() % spinner.length]} `;
      const words = [waitingWords(session.getSnapshot()), clockWords(milliseconds)];
      const told = visibleLine(words.filter(Boolean).join(separator));
      lines.push(theme.accent(sign) + truncate(told, columns - sign.length, ellipsis));
    }
  } else if (run.status === 'result' && run.result) {
    lines.push(theme.dim(cut(runSummary(run.result.request, run.result).join(separator))));
    const incomplete = incompleteNote(run.result, (name) => `Raise ${name} with e, then Ctrl-P.`);
    if (incomplete !== undefined) lines.push(...paragraph(incomplete, columns, theme.accent));
    const [saved, ...others] = savedFiles(run.result);
    if (saved !== undefined) lines.push(theme.good(cut(savedWords(saved, others.length))));
  } else if (run.status === 'cancelled') {
    lines.push(cut(['Cancelled', clockWords(milliseconds)].filter(Boolean).join(separator)));
  } else if (run.status === 'error') {
    lines.push(theme.error(cut('The run failed.')));
  } else lines.push(theme.dim(cut('Nothing has run yet.')));
  const withheld =
    run.request && withheldTokenNote(picker.connection(), run.request, 'tryout run --send-token');
  if (withheld !== undefined) lines.push(theme.dim(cut(withheld)));
  return lines;
}

/** The first of these lines with the part that is in view at its end, where there is room for it. */
export function withPart(
  [first = '', ...rest]: readonly string[],
  part: ViewDrawing['part'],
  columns: number,
  dim: (text: string) => string,
): string[] {
  if (!part) return [first, ...rest];
  const words = `${part.from}-${part.to} / ${part.of}`;
  const room = columns - widthOf(words) - 2;
  return widthOf(first) > room ? [first, ...rest] : [pad(first, room + 2) + dim(words), ...rest];
}

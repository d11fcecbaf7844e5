import { visible, visibleLine, type ResultView } from '@tryout/engine';
import { renderResult } from '../../results/index.ts';
import { runSummary } from '../../results/destination-notes.ts';
import { symbolsOf } from '../../terminal/index.ts';
import { lookOf } from '../results/looks.ts';
import { savedFiles } from '../results/saved-files.ts';
import { lastRun } from './last-run.ts';
import type { Picker } from './picker.ts';

/** Lines that pictures leave to what stands above and below them, so that all of it is in sight. */
const ROOM_BELOW = 8;

/** Leaves the last result in the scrollback, with what gave it; of a stream that was left, what had come. */
export async function sayFarewell(picker: Picker): Promise<void> {
  const { surroundings, terminal, theme } = picker;
  const last = lastRun(picker);
  if (!last) return;
  const { task, model, run } = last;
  const { result, request, text } = run;
  const { separator } = symbolsOf(terminal);
  const summary = result ? runSummary(result.request, result) : (request?.model ?? model ?? '');
  const lines = [`${theme.title(task.label)}${theme.dim(separator + visibleLine(summary))}`];
  if (result) {
    const saved = savedFiles(result);
    const drawn = await renderResult(
      result.view,
      { ...terminal, rows: terminal.rows - ROOM_BELOW },
      { saved },
    );
    lines.push(drawn.replace(/\n$/, ''));
    if (holdsFiles(result.view) && saved.length === 0) lines.push(theme.dim('Not saved.'));
  } else {
    lines.push(visible(text).trimEnd(), theme.error('The answer is incomplete.'));
  }
  surroundings.output.write(`${lines.join('\n')}\n`);
}

function holdsFiles(view: ResultView): boolean {
  return (lookOf(view).media?.(view) ?? []).length > 0;
}

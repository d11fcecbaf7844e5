import { incompleteNote, mediaOf, runSummary, visible, visibleLine, type ResultView } from '@tryout/engine';
import { renderResult } from '../../results/index.ts';
import { PRINTED } from '../../results/limits.ts';
import { symbolsOf } from '../../terminal/index.ts';
import { lookOf } from '../results/looks.ts';
import { savedFiles } from '../results/saved-files.ts';
import { beginningOf } from './farewell-text.ts';
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
  const target = request?.model ?? (request === undefined ? model : new URL(request.url).host);
  const summary = result ? runSummary(result.request, result).join(separator) : (target ?? '');
  const about = summary === '' ? '' : separator + visibleLine(summary);
  const lines = [`${theme.title(task.label)}${theme.dim(about)}`];
  const written = result ? lookOf(result.view).text?.(result.view) : text;
  if (written) {
    const { beginning, left } = beginningOf(visible(written).trimEnd());
    lines.push(beginning, ...(left === undefined ? [] : [theme.dim(left)]));
  } else if (result) lines.push(await drawn(picker, result.view, savedFiles(result)));
  const incomplete = result && incompleteNote(result, (name) => `Raise ${name} to get more.`);
  if (incomplete !== undefined) lines.push(theme.dim(incomplete));
  if (!result) lines.push(theme.error('The answer is incomplete.'));
  else if (holdsFiles(result.view) && savedFiles(result).length === 0) lines.push(theme.dim('Not saved.'));
  surroundings.output.write(`${lines.join('\n')}\n`);
}

async function drawn({ terminal }: Picker, view: ResultView, saved: readonly string[]): Promise<string> {
  const room = { ...terminal, rows: terminal.rows - ROOM_BELOW };
  const text = await renderResult(view, room, { saved, limits: { ...PRINTED, all: 'tryout run --json' } });
  return text.replace(/\n$/, '');
}

function holdsFiles(view: ResultView): boolean {
  return mediaOf(view).length > 0;
}

import {
  count,
  excerptOf,
  incompleteNote,
  mediaOf,
  runSummary,
  visible,
  visibleLine,
  type ResultView,
  type RunState,
  type SessionState,
  type Task,
} from '@tryout/engine';
import { renderResult } from './index.ts';
import { PRINTED } from './limits.ts';
import { symbolsOf, type Terminal } from '../terminal/index.ts';
import { resultTypeOf } from './result-types.ts';
import { themeFor } from '../terminal/style.ts';

/** Lines reserved above and below pictures. */
const ROOM_BELOW = 8;
/** More than this would push out of the scrollback what stood there before. */
const MOST_CHARACTERS = 20_000;
const MOST_LINES = 400;

/** A run that gave something, with what it was a run of. */
export interface LastRun {
  readonly task: Task;
  readonly model?: string;
  readonly run: RunState;
}

/** The run of a session, if it has given something. */
export function runToKeep({ task, model, run }: SessionState): LastRun | undefined {
  if (!task || (!run.result && run.text === '')) return undefined;
  return { task, run, ...(model === undefined ? {} : { model }) };
}

/**
 * What stays in the terminal when the picker is left: the last result, with what gave it; of a stream that was left,
 * what had come.
 * @param saved where the result was saved
 */
export async function farewellText(
  { task, model, run }: LastRun,
  saved: readonly string[],
  terminal: Terminal,
): Promise<string> {
  const theme = themeFor(terminal);
  const { result, request, text } = run;
  const { separator } = symbolsOf(terminal);
  const target = request?.model ?? (request === undefined ? model : new URL(request.url).host);
  const summary = result ? runSummary(result.request, result).join(separator) : (target ?? '');
  const about = summary === '' ? '' : separator + visibleLine(summary);
  const lines = [`${theme.title(task.label)}${theme.dim(about)}`];
  const written = result ? resultTypeOf(result.view).text?.(result.view) : text;
  if (written) {
    const { beginning, left } = beginningOf(visible(written).trimEnd());
    lines.push(beginning, ...(left === undefined ? [] : [theme.dim(left)]));
  } else if (result) lines.push(await drawn(terminal, result.view, saved));
  const incomplete = result && incompleteNote(result, (name) => `Raise ${name} to get more.`);
  if (incomplete !== undefined) lines.push(theme.dim(incomplete));
  if (!result) lines.push(theme.error('The answer is incomplete.'));
  else if (mediaOf(result.view).length > 0 && saved.length === 0) lines.push(theme.dim('Not saved.'));
  return `${lines.join('\n')}\n`;
}

/**
 * The part of a long text that is left in the terminal, and how much is not there.
 * @param text made visible already
 */
export function beginningOf(text: string): { readonly beginning: string; readonly left?: string } {
  const { text: most } = excerptOf(text, { start: 0, end: 0 }, MOST_CHARACTERS);
  const beginning = most.split('\n', MOST_LINES).join('\n').trimEnd();
  const left = text.length - beginning.length;
  if (left === 0) return { beginning };
  return { beginning, left: `(${count(left)} more characters; s saves all of it before you leave)` };
}

async function drawn(terminal: Terminal, view: ResultView, saved: readonly string[]): Promise<string> {
  const room = { ...terminal, rows: terminal.rows - ROOM_BELOW };
  const text = await renderResult(view, room, { saved, limits: { ...PRINTED, all: 'tryout run --json' } });
  return text.replace(/\n$/, '');
}

import {
  count,
  describePartial,
  getAnswer,
  getServerName,
  getExcerpt,
  incompleteNote,
  getMedia,
  runSummary,
  visible,
  visibleLine,
  type SessionState,
  type Task,
} from '@tryout/engine';
import { flow, themeFor, type Terminal } from '../terminal/index.ts';
import { renderResult } from './render-result.ts';
import { PRINTED } from './renderer.ts';

/** Lines not used by images. */
const FREE_ROWS = 8;
const MAX_CHARACTERS = 4000;

/** A run with output. */
export type LastRun = Pick<SessionState, 'model' | 'run'> & { readonly task: Task };

export function runToKeep({ task, model, run }: SessionState): LastRun | undefined {
  return task && (run.result || run.partial?.text) ? { task, model, run } : undefined;
}

/** The last run's output, printed when the picker closes. */
export async function exitSummary(
  { task, model, run: { result, request, partial, error } }: LastRun,
  paths: readonly string[],
  terminal: Terminal,
): Promise<string> {
  const theme = themeFor(terminal);
  const { separator } = theme;
  const target =
    request === undefined ? model : (request.run.route.model ?? getServerName(request.run.route));
  const facts = result ? runSummary(result) : [target ?? ''].filter(Boolean);
  const about = [theme.title(task.label), ...facts.map((fact) => theme.dim(visibleLine(fact)))];
  const lines = [flow(about, theme.dim(separator), terminal.columns)];
  const modelText = result ? getAnswer(result.view) : partial?.text;
  if (modelText) {
    const all = visible(modelText).trimEnd();
    const { text: beginning } = getExcerpt(all, { start: 0, end: 0 }, MAX_CHARACTERS);
    lines.push(beginning);
    if (beginning.length < all.length)
      lines.push(theme.dim(`(${count(all.length - beginning.length)} more characters)`));
  } else if (result) {
    const room = { ...terminal, rows: terminal.rows - FREE_ROWS };
    const limits = { ...PRINTED, all: 'tryout run --json' };
    lines.push((await renderResult(result.view, room, { paths, limits })).replace(/\n$/, ''));
  }
  const incomplete = result && incompleteNote(result, (name) => `Increase ${name} to get more.`);
  if (incomplete !== undefined) lines.push(theme.dim(incomplete));
  if (!result) lines.push(theme.error(`${describePartial(error)}.`));
  else if (getMedia(result.view).length > 0 && paths.length === 0) lines.push(theme.dim('Not saved.'));
  return `${lines.join('\n')}\n`;
}

/** How to return to the last run in the history. */
export function reopenLine(terminal: Terminal): string {
  return `${themeFor(terminal).dim('Open again: tryout open last')}\n`;
}

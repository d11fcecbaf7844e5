import { visibleLine } from '@tryout/engine';
import { renderResult } from '../../results/index.ts';
import { runSummary } from '../../results/destination-notes.ts';
import type { Picker } from './picker.ts';

/** Leaves the last result in the scrollback, with what gave it. */
export async function sayFarewell({ session, surroundings, terminal, theme }: Picker): Promise<void> {
  const { task, run } = session.getSnapshot();
  const { output } = surroundings;
  if (!task || !run.result) return;
  const { request, view } = run.result;
  const summary = visibleLine(runSummary(request, run.result));
  output.write(`${theme.title(task.label)}${theme.dim(`  ${summary}`)}\n`);
  const text = await renderResult(view, terminal, {});
  output.write(text.endsWith('\n') ? text : `${text}\n`);
}

import { openPicker, type PickerHub } from '../../support/open-picker.ts';
import type { TerminalOptions, TerminalSession } from '../../support/pseudo-terminal.ts';

/** The form of a model with an example filled in. */
export async function filledForm(
  hub: PickerHub,
  task: string,
  model: string,
  options: TerminalOptions = {},
): Promise<TerminalSession> {
  const terminal = openPicker(hub, [task, model], options);
  await terminal.until(/Missing/);
  terminal.press('ctrl+x');
  await terminal.until((screen) => !screen.includes('Missing'));
  return terminal;
}

/** The same, run. */
export async function startedRun(...given: Parameters<typeof filledForm>): Promise<TerminalSession> {
  const terminal = await filledForm(...given);
  terminal.press('ctrl+r');
  await terminal.until(/ run( |$)/m);
  return terminal;
}

/** The same, once its result is there. */
export async function finishedRun(...given: Parameters<typeof filledForm>): Promise<TerminalSession> {
  const terminal = await startedRun(...given);
  await terminal.until(finished);
  return terminal;
}

/** The line that says who answered and how long it took, and the keys of a result. */
export const finished = / · [\d.]+ m?s\b[^]*j JSON/;

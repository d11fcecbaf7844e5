import type { HubAddress } from '../../../support/cli.ts';
import { openPicker, type PickerOptions } from '../../../support/open-picker.ts';
import type { TerminalSession } from '../../../support/terminal-session.ts';

/** Opens the form of a model and fills in an example. */
export async function filledForm(
  hub: HubAddress,
  task: string,
  model: string,
  options: PickerOptions = {},
): Promise<TerminalSession> {
  const terminal = await openPicker(hub, [task, model], options).showing(/\] Add /);
  await terminal.pressUntil('ctrl+x', (screen) => !screen.includes('] Add '));
  return terminal;
}

export async function startedRun(...given: Parameters<typeof filledForm>): Promise<TerminalSession> {
  const terminal = await filledForm(...given);
  await terminal.pressUntil('ctrl+r', / run( |$)/m);
  return terminal;
}

/** Fills in an example, runs it and waits for the result. */
export async function finishedRun(...given: Parameters<typeof filledForm>): Promise<TerminalSession> {
  const terminal = await startedRun(...given);
  await terminal.until(finished);
  return terminal;
}

/** Matches the line with the elapsed time and the key hints of a result. */
export const finished = / · [\d.]+ m?s\b[^]*j JSON/;

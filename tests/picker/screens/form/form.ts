import type { HubAddress } from '../../../support/cli.ts';
import { openPicker } from '../../../support/open-picker.ts';
import type { TerminalOptions, TerminalSession } from '../../../support/terminal-session.ts';

/** Opens the empty form of a model, signed in. */
export async function openForm(
  hub: HubAddress,
  task: string,
  model: string,
  options: TerminalOptions = {},
): Promise<TerminalSession> {
  const terminal = await openPicker(hub, [task, model], options).showing(/\[ Run \]/);
  return terminal;
}

/** The non-empty lines between the breadcrumb and the buttons, without trailing spaces. */
export function formLines(screen: string): readonly string[] {
  const lines = screen.split('\n');
  const button = lines.findIndex((line) => line.startsWith('[ Run ]'));
  return lines
    .slice(2, button)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

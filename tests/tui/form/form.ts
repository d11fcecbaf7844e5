import { openPicker, type PickerHub } from '../../support/open-picker.ts';
import type { TerminalOptions, TerminalSession } from '../../support/pseudo-terminal.ts';

/** The empty form of a model, signed in. */
export async function formOf(
  hub: PickerHub,
  task: string,
  model: string,
  options: TerminalOptions = {},
): Promise<TerminalSession> {
  const terminal = openPicker(hub, [task, model], options);
  await terminal.until(/\[ Run \]/);
  return terminal;
}

/** The lines between the path and the buttons, without empty ones and the spaces behind them. */
export function formLines(screen: string): readonly string[] {
  const lines = screen.split('\n');
  const button = lines.findIndex((line) => line.startsWith('[ Run ]'));
  return lines
    .slice(2, button)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

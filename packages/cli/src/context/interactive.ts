import type { Runtime } from '../runtime.ts';
import { terminalOf } from '../terminal/terminal.ts';

/** Whether a person can use the picker here: keys come from a terminal, and its screen can be drawn on. */
export function isInteractive({
  input,
  output,
  environment,
}: Pick<Runtime, 'input' | 'output' | 'environment'>): boolean {
  return input.isTTY === true && terminalOf(output, environment).movesCursor;
}

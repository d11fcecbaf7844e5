import { InputError, size } from '@tryout/engine';
import type { Environment } from '../../terminal/terminal.ts';
import { osc52 } from './clipboard/osc-52.ts';
import { clipboardPrograms } from './clipboard/programs.ts';
import type { TerminalDevice } from './device.ts';
import { runProgram } from './run-program.ts';

/** Milliseconds that a clipboard program may take. */
const PATIENCE = 3000;

/**
 * Copies a text to the clipboard of whoever sits at the terminal: through the terminal (OSC 52) and with a program of the
 * system, whichever works. The text stands in no command line.
 * @returns a sentence that says how it was copied
 * @throws InputError when it is too long for the terminal and there is no program
 */
export async function copyText(
  environment: Environment,
  device: TerminalDevice,
  text: string,
): Promise<string> {
  const sequence = osc52(text, environment);
  if (sequence !== undefined) device.write(sequence);
  for (const command of clipboardPrograms(environment)) {
    const signal = AbortSignal.timeout(PATIENCE);
    if ((await runProgram(command, { environment, input: text, signal })) === 'done')
      return `Copied to the clipboard (${command[0]}).`;
  }
  if (sequence !== undefined) return 'Copied through the terminal. Where it forbids that, nothing arrives.';
  throw new InputError(`${size(Buffer.byteLength(text))} are too much to copy through a terminal`, {
    hint: 'Save it instead.',
  });
}

import { createInterface } from 'node:readline/promises';
import { CanceledError } from '@tryout/engine';
import type { Runtime } from '../runtime.ts';
import { detectTerminal } from '../terminal/terminal.ts';

/** Whether a question can be asked. */
export function canConfirm({ input, errors, environment }: Runtime): boolean {
  return input.isTTY === true && detectTerminal(errors, environment).isTerminal;
}

/**
 * Asks a question on standard error. The answer is no, unless it begins with y.
 * @throws CanceledError on Ctrl-C, Ctrl-D and when the terminal closes
 */
export async function confirm({ input, errors, signal }: Runtime, question: string): Promise<boolean> {
  const editor = createInterface({ input, output: errors });
  const cancellation = new Promise<never>((_resolve, reject) => {
    editor.on('close', () => reject(new CanceledError()));
  });
  signal.addEventListener('abort', () => editor.close());
  try {
    const answer = await Promise.race([editor.question(`${question} (y/N) `), cancellation]);
    return /^\s*y/i.test(answer);
  } finally {
    cancellation.catch(() => undefined);
    editor.close();
  }
}

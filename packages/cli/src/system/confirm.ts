import { createInterface } from 'node:readline/promises';
import { CanceledError } from '@tryout/engine';
import type { Runtime } from '../runtime.ts';
import { detectTerminal } from '../screen/terminal.ts';

/** Whether a question can be asked. */
export function canConfirm({ input, errors, environment }: Runtime): boolean {
  return input.isTTY === true && detectTerminal(errors, environment).isTerminal;
}

/**
 * Asks a question on standard error. The answer is no, unless it begins with y.
 * @throws CanceledError on Ctrl-C, Ctrl-D and when the terminal closes
 */
export async function confirm(runtime: Runtime, question: string): Promise<boolean> {
  return /^\s*y/i.test(await ask(runtime, `${question} (y/N) `));
}

/**
 * Asks on standard error until the answer is one of the choices, in any case.
 * @param choices in capitals
 * @throws CanceledError on Ctrl-C, Ctrl-D and when the terminal closes
 */
export async function askChoice(
  runtime: Runtime,
  question: string,
  choices: readonly string[],
): Promise<string> {
  for (;;) {
    const answer = (await ask(runtime, `${question} `)).trim().toUpperCase();
    if (choices.includes(answer)) return answer;
  }
}

async function ask({ input, errors, signal }: Runtime, prompt: string): Promise<string> {
  const editor = createInterface({ input, output: errors, signal });
  const cancellation = new Promise<never>((_resolve, reject) => {
    editor.on('close', () => reject(new CanceledError()));
  });
  try {
    return await Promise.race([editor.question(prompt), cancellation]);
  } finally {
    cancellation.catch(() => undefined);
    editor.close();
  }
}

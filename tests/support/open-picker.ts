import { at } from './cli.ts';
import { inTerminal, type TerminalOptions, type TerminalSession } from './pseudo-terminal.ts';

/** A hub by its addresses, or a server that is the hub and runs the models, too. */
export type PickerHub = { readonly hubUrl: string; readonly inferenceUrl: string } | { readonly url: string };

/**
 * Opens the picker on a hub, signed in.
 * @param words the place: a task, a model, inputs
 */
export function openPicker(
  hub: PickerHub,
  words: readonly string[] = [],
  { environment, ...options }: TerminalOptions = {},
): TerminalSession {
  const addresses = 'url' in hub ? { hubUrl: hub.url, inferenceUrl: hub.url } : hub;
  return inTerminal([...at(addresses), ...words], {
    ...options,
    environment: { HF_TOKEN: 'hf_test', ...environment },
  });
}

/** Where nobody answers. */
export const nobody: PickerHub = { url: 'http://127.0.0.1:9' };

// eslint-disable-next-line no-control-regex -- this is the sequence to find
const clipboardSequence = /\u001b\]52;c;([\w+/=]+)\u0007/;

/** What the terminal was told to copy first (OSC 52), once it has been. */
export async function copied(terminal: TerminalSession): Promise<string> {
  const written = await terminal.untilWritten(clipboardSequence);
  return Buffer.from(clipboardSequence.exec(written)?.[1] ?? '', 'base64').toString();
}

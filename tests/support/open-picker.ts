import { at, type HubAddress } from './cli.ts';
import { inTerminal, type TerminalOptions, type TerminalSession } from './pseudo-terminal.ts';

/**
 * Opens the picker on a hub, signed in.
 * @param words where to start: a task, a model, inputs
 */
export function openPicker(
  hub: HubAddress,
  words: readonly string[] = [],
  { environment, ...options }: TerminalOptions = {},
): TerminalSession {
  return inTerminal([...at(hub), ...words], {
    ...options,
    environment: { HF_TOKEN: 'hf_test', ...environment },
  });
}

/** Chooses a custom endpoint on the form. */
export async function chooseEndpoint(terminal: TerminalSession, url: string): Promise<void> {
  terminal.press('ctrl+t');
  await terminal.until(/Endpoint URL|Select a provider/);
  terminal.type('endpoint');
  await terminal.until(/[❯>] +Endpoint/);
  terminal.press('enter');
  await terminal.until(/Requests\s+are\s+sent/);
  terminal.paste(url);
  terminal.press('enter');
  await terminal.until((screen) => !/Requests\s+are\s+sent/.test(screen));
}

export const unreachableHub: HubAddress = { url: 'http://127.0.0.1:9' };

// eslint-disable-next-line no-control-regex -- an escape sequence
const clipboardSequence = /\u001b\]52;c;([\w+/=]+)\u0007/;

/** Waits for the first text copied to the clipboard (OSC 52). */
export async function copiedText(terminal: TerminalSession): Promise<string> {
  const written = await terminal.untilWritten(clipboardSequence);
  return Buffer.from(clipboardSequence.exec(written)?.[1] ?? '', 'base64').toString();
}

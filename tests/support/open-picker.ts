import { at, type HubAddress } from './cli.ts';
import { inProcessTerminal } from './in-process-terminal.ts';
import { inTerminal } from './pseudo-terminal.ts';
import type { TerminalOptions, TerminalSession } from './terminal-session.ts';

export interface PickerOptions extends TerminalOptions {
  /** Starts the program in a pseudo-terminal, for what depends on the terminal or the process. */
  readonly hasOwnProcess?: boolean;
}

/**
 * Opens the picker on a hub, signed in.
 * @param words where to start: a task, a model, inputs
 */
export function openPicker(
  hub: HubAddress,
  words: readonly string[] = [],
  { environment, hasOwnProcess = false, ...options }: PickerOptions = {},
): TerminalSession {
  const open = hasOwnProcess ? inTerminal : inProcessTerminal;
  return open([...at(hub), ...words], { ...options, environment: { HF_TOKEN: 'hf_test', ...environment } });
}

/** Opens the text box of a custom endpoint from the form. */
export async function typeEndpoint(terminal: TerminalSession): Promise<void> {
  terminal.press('ctrl+t');
  await terminal.until(/Endpoint URL|Select a provider/);
  terminal.type('endpoint');
  await terminal.until(/[❯>] +Endpoint/);
  terminal.press('enter');
  await terminal.until(/Requests\s+are\s+sent/);
}

/** Chooses a custom endpoint on the form. */
export async function chooseEndpoint(terminal: TerminalSession, url: string): Promise<void> {
  await typeEndpoint(terminal);
  terminal.paste(url);
  terminal.press('enter');
  await terminal.until((screen) => !/Requests\s+are\s+sent/.test(screen));
}

export const unreachableHub: HubAddress = { url: 'http://127.0.0.1:9' };

// oxlint-disable-next-line no-control-regex -- an escape sequence
const clipboardSequence = /\u001b\]52;c;([\w+/=]+)\u0007/;

/** Waits for the first text copied to the clipboard (OSC 52). */
export async function copiedText(terminal: TerminalSession): Promise<string> {
  const written = await terminal.untilWritten(clipboardSequence);
  return Buffer.from(clipboardSequence.exec(written)?.[1] ?? '', 'base64').toString();
}

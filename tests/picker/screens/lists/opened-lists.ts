import type { LoopbackServer } from '../../../support/loopback.ts';
import { openPicker, type PickerOptions } from '../../../support/open-picker.ts';
import type { TerminalSession } from '../../../support/terminal-session.ts';

/** The URL of the last listing that was requested. */
export function lastListing(hub: LoopbackServer): string | undefined {
  return hub.received.findLast(({ url }) => url.startsWith('/api/models?'))?.url;
}

export function pickerOn(hub: LoopbackServer, options: PickerOptions = {}): TerminalSession {
  return openPicker(hub, [], options);
}

/** Opens the models of text classification. */
export async function modelsOn(hub: LoopbackServer, options: PickerOptions = {}): Promise<TerminalSession> {
  const terminal = pickerOn(hub, options);
  await terminal.until(/❯ Audio/);
  await terminal.typeUntil('text class', /❯ Text Classif/);
  await terminal.pressUntil('enter', /Select a m/);
  return terminal;
}

export function chosenRow(screen: string): string | undefined {
  return /❯ (.*)/.exec(screen)?.[1]?.trimEnd();
}

import { modelPath } from '@tryout/engine';
import { openBrowser } from '../../../sign-in/open-browser.ts';
import type { Picker } from '../../app/picker.ts';

/** Opens a model's page in the browser, and tells its address: the browser may be on another machine. */
export function openModelPage(picker: Picker, id: string): void {
  picker.work('model page', async () => {
    const address = `${picker.hubUrl}/${modelPath(id)}`;
    picker.notify(`View model on ${new URL(picker.hubUrl).host}: ${address}`);
    const isOpen = await openBrowser(address, picker.surroundings.environment);
    if (!isOpen) picker.notify(`No browser could be opened: ${address}`, 'error');
  });
}

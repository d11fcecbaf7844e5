import { openBrowser } from '../../system/open-browser.ts';
import type { Picker } from '../app/picker.ts';

/**
 * Opens a page in the browser, and tells its address where that failed: there may be a browser on another machine.
 * @param told the notice when it is open
 */
export async function showPage(
  { notify, surroundings }: Pick<Picker, 'notify' | 'surroundings'>,
  address: string,
  told = 'The page is open in your browser.',
): Promise<void> {
  const isOpen = await openBrowser(address, surroundings.environment);
  if (isOpen) notify(told, 'good');
  else notify(`No browser could be opened: ${address}`, 'error');
}

/** The same beside the screens. */
export function openPage(picker: Picker, address: string): void {
  picker.work('open page', () => showPage(picker, address));
}

import { openBrowser } from '../../system/open-browser.ts';
import { copyText } from '../../system/clipboard.ts';
import { useBackground } from './use-job.ts';
import { useNotify } from './use-notice.ts';
import { usePicker } from './use-picker.ts';

/** Copies a text to the clipboard in the background, and tells how that went. */
export function useCopy(): (text: string) => void {
  const { environment, device } = usePicker();
  const runInBackground = useBackground();
  const notify = useNotify();
  return (text) => runInBackground(async () => notify(await copyText(environment, device, text), 'good'));
}

/**
 * Opens a page in the browser in the background. Where that fails, its address is told: there may be a browser on
 * another machine.
 */
export function useOpenPage(): (address: string, told?: string) => void {
  const { environment } = usePicker();
  const runInBackground = useBackground();
  const notify = useNotify();
  return (address, told = 'The page is open in your browser.') =>
    runInBackground(async () => {
      if (await openBrowser(address, environment)) notify(told, 'good');
      else notify(`No browser could be opened: ${address}`, 'error');
    });
}

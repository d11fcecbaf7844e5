import { modelAddress } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { showPage } from '../../system/open-page.ts';

/** Opens a model's page in the browser, and tells its address: the browser may be on another machine. */
export function openModelPage(picker: Picker, id: string): void {
  picker.work('open page', async () => {
    const address = modelAddress(picker.hubUrl, id);
    await showPage(picker, address, `View model on ${new URL(picker.hubUrl).host}: ${address}`);
  });
}

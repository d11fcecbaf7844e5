import { modelPath } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { showPage } from '../../system/open-page.ts';

/** Opens a model's page in the browser, and tells its address: the browser may be on another machine. */
export function openModelPage(picker: Picker, id: string): void {
  picker.work('open page', async () => {
    const address = `${picker.hubUrl}/${modelPath(id)}`;
    await showPage(picker, address, `View model on ${new URL(picker.hubUrl).host}: ${address}`);
  });
}

/** The model's id in the address of its page; any other text as it is. */
export function idInPageAddress({ hubUrl }: Pick<Picker, 'hubUrl'>, text: string): string {
  if (!text.startsWith(`${hubUrl}/`) || !URL.canParse(text)) return text;
  return new URL(text).pathname.slice(new URL(`${hubUrl}/`).pathname.length);
}

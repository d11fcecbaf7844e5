import { expect } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import type { Download } from './server.mts';

export const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Presses keys: `{Enter}`, `{Shift>}{Tab}{/Shift}`. */
export const press = (keys: string) => userEvent.keyboard(keys);

/** Presses Stop until the run is canceled: a press right after its start does not stop it. */
export async function stopRun(): Promise<void> {
  await expect
    .poll(() => {
      (button('Stop').query() as HTMLElement | null)?.click();
      return page.getByText('Canceled.').query();
    })
    .not.toBe(null);
}

/** Moves the pointer away from everything. */
export const pointAway = () => userEvent.hover(document.body, { position: { x: 0, y: 0 } });

export const textsOf = (elements: Iterable<Element>) =>
  Array.from(elements, ({ textContent }) => textContent);

/** The elements in a locator that match a selector. */
export const within = <Kind extends Element = HTMLElement>(parent: Locator, selector: string) => [
  ...(parent.query()?.querySelectorAll<Kind>(selector) ?? []),
];

/** The name of the focused element. */
export const focused = () => document.activeElement?.getAttribute('aria-label');

/** Pastes text as the browser does. */
export function pasteText(target: Locator, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  // The browser's default action, unless the app prevents it.
  if (target.element().dispatchEvent(event)) document.execCommand('insertText', false, text);
}

/** The text of the clipboard. */
export const clipboardText = () => navigator.clipboard.readText();

/** A file of the folder `examples`. */
export async function exampleFile(name: string): Promise<File> {
  const content = await (await fetch(`/examples/${name}`)).blob();
  return new File([content], name, { type: content.type });
}

function transferOf(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

/** Chooses a file in the form's first file input. */
export async function chooseFile(file: File): Promise<void> {
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]');
  await expect.poll(input).not.toBeNull();
  input()!.files = transferOf([file]).files;
  input()!.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Drops files on an element. */
export function dropFiles(target: Locator, ...files: readonly File[]): void {
  const dataTransfer = transferOf(files);
  for (const type of ['dragover', 'drop'])
    target.element().dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

/** Clicks a download button. @returns the name of the file and its content in base64 */
export async function download(control: Locator): Promise<Download> {
  const file = commands.nextDownload();
  await control.click();
  return file;
}

/** A PNG whose left half is white and whose right half is black. @param claimed the size in its header */
export async function png(
  width: number,
  height: number,
  claimed = { width, height },
): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'white';
  context.fillRect(0, 0, width / 2, height);
  const bytes = await (await canvas.convertToBlob()).arrayBuffer();
  const header = new DataView(bytes);
  header.setUint32(16, claimed.width);
  header.setUint32(20, claimed.height);
  return new Uint8Array(bytes);
}

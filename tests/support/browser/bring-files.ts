import { resolve } from 'node:path';
import type { Locator } from 'playwright-core';

/** Drags files of the disk, or a folder, over the middle of something as a person does, and drops them there. */
export async function dropFiles(target: Locator, ...paths: readonly string[]): Promise<void> {
  const drop = await dragFiles(target, ...paths);
  await drop();
}

/** Drags files over the middle of something; gives what drops them there. */
export async function dragFiles(target: Locator, ...paths: readonly string[]): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to drop on');
  const page = target.page();
  const devtools = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: paths.map((path) => resolve(path)), dragOperationsMask: 1 };
  const step = async (type: 'dragEnter' | 'dragOver' | 'drop') => {
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  };
  await step('dragEnter');
  await step('dragOver');
  return () => step('drop');
}

/** Pastes a text at what has the focus, as Ctrl-V does. */
export async function pasteText(target: Locator, text: string): Promise<void> {
  await target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    // What nobody takes, the browser puts where the caret is.
    if (element.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
  }, text);
}

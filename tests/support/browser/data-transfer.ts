import { resolve } from 'node:path';
import type { BrowserContext, Locator } from 'playwright-core';
import { answerBody, serve } from '../loopback.ts';

/** Drags files or folders over the center of an element and drops them there. */
export async function dropFiles(target: Locator, ...paths: readonly string[]): Promise<void> {
  const drop = await dragFiles(target, ...paths);
  await drop();
}

/** Drags files over the center of an element; returns a function that drops them. */
export async function dragFiles(target: Locator, ...paths: readonly string[]): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('The drop target is not visible');
  const page = target.page();
  const devtools = await page.context().newCDPSession(page);
  const position = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: paths.map((path) => resolve(path)), dragOperationsMask: 1 };
  const dispatch = async (type: 'dragEnter' | 'dragOver' | 'drop') => {
    await devtools.send('Input.dispatchDragEvent', { type, ...position, data });
  };
  await dispatch('dragEnter');
  await dispatch('dragOver');
  return () => dispatch('drop');
}

/** Pastes a text into an element. */
export async function pasteText(target: Locator, text: string): Promise<void> {
  await target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    // The browser's default action, unless the app prevents it.
    if (element.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
  }, text);
}

/** The clipboard's text, read by a page of another origin: the app's policy forbids it to read the clipboard. */
export async function clipboardText(context: BrowserContext): Promise<string> {
  const { url } = await serve(
    answerBody('<!doctype html><title>Clipboard</title><link rel="icon" href="data:,">', 200, {
      'content-type': 'text/html',
    }),
  );
  const page = await context.newPage();
  await page.goto(url);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await page.close();
  return text;
}

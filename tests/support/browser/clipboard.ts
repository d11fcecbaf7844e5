import type { BrowserContext } from 'playwright-core';
import { serve } from '../loopback.ts';

/** The text on the clipboard, read in a page of another origin: the app's own is not allowed to. */
export async function clipboardText(context: BrowserContext): Promise<string> {
  const { url } = await serve((_received, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Clipboard</title><link rel="icon" href="data:,">');
  });
  const page = await context.newPage();
  await page.goto(url);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await page.close();
  return text;
}

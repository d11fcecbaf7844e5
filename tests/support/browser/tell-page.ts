import type { Page } from 'playwright-core';
import { picture } from './screenshots.ts';

/** Says what a page held when its test failed, as a screen reader would have it. */
export async function tellPage(page: Page, test: string): Promise<void> {
  if (page.isClosed()) return;
  const told = await page.locator('body').ariaSnapshot().catch(String);
  console.error(`The page at ${page.url()} had:\n${told}`);
  await picture(page, `failed/${test.replaceAll(/\W+/g, '-')}`).catch(() => undefined);
}

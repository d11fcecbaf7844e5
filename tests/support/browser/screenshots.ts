import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/**
 * Writes a screenshot to `NAME.png` in the folder `TRYOUT_PICTURES`; does nothing if that is not set.
 * @param name may contain slashes for subfolders
 * @param options `fullPage`: the full page instead of the viewport
 */
export async function takeScreenshot(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  const folder = process.env['TRYOUT_PICTURES'];
  if (!folder) return;
  const path = join(folder, `${name}.png`);
  await mkdir(join(path, '..'), { recursive: true });
  await page.screenshot({ path, fullPage, animations: 'disabled' });
}

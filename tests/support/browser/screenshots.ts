import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/**
 * Writes what is seen into `NAME.png` in the folder that `TRYOUT_PICTURES` names; does nothing where it names none.
 * @param name may hold slashes, for folders
 */
export async function picture(page: Page, name: string, { whole = false } = {}): Promise<void> {
  const folder = process.env['TRYOUT_PICTURES'];
  if (!folder) return;
  const path = join(folder, `${name}.png`);
  await mkdir(join(path, '..'), { recursive: true });
  await page.screenshot({ path, fullPage: whole, animations: 'disabled' });
}

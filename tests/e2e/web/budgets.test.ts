import { gzipSync } from 'node:zlib';
import type { Locator, Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';

/** KB (gzip) of the scripts that a first-time visitor has loaded when a field is enabled. */
async function scriptsUntil(path: string, fieldIn: (page: Page) => Locator): Promise<number> {
  const scripts: Response[] = [];
  const { page } = await openApp({
    path,
    before: (visitor) => {
      visitor.page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response);
      });
    },
  });
  await expect.poll(() => fieldIn(page).isEnabled()).toBe(true);
  const bodies = await Promise.all(scripts.map((script) => script.body()));
  const sizes = bodies.map((body) => gzipSync(body).length / 1024);
  expect(sizes).not.toEqual([]);
  return sizes.reduce((sum, size) => sum + size);
}

test('the sign-in screen loads at most 140 KB of scripts', async () => {
  const size = await scriptsUntil('#/sign-in', (page) => page.getByLabel('Access token'));
  expect(size).toBeLessThanOrEqual(140);
});

test('the picker loads at most 140 KB of scripts', async () => {
  const path = '#/image-classification';
  const size = await scriptsUntil(path, (page) => page.getByRole('combobox', { name: 'Model' }));
  expect(size).toBeLessThanOrEqual(140);
});

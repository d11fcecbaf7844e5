import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';

test('the code is saved under a generated name', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  await page.getByLabel('Input', { exact: true }).fill("It's good");
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByRole('tab', { name: 'Python' }).click();
  const code = page.getByRole('region', { name: 'Python with requests' });
  await code.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Output' }).getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('tryout-text-classification-requests.py');
  expect((await readFile(await download.path(), 'utf8')).trim()).toBe((await code.textContent())?.trim());
});

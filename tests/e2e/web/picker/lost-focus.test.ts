import { expect, test } from 'vitest';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp } from '../../../support/browser/open-app.ts';

test('following the link of a task moves the focus to the heading, and choosing a task keeps it in the field', async () => {
  const { page } = await openApp();
  await page.getByRole('link', { name: 'Zero-Shot Classification' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Model' }).waitFor();
  await expectFocus(page.getByRole('heading', { name: 'Try a model' }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(200);

  const task = page.getByRole('combobox', { name: 'Task' });
  await task.fill('fill-mask');
  await page.getByRole('option', { name: /Fill-Mask/ }).click();
  await page.waitForURL(/#\/fill-mask$/);
  await page.getByRole('combobox', { name: 'Model' }).waitFor();
  await expectFocus(task);
});

test('the title of an unknown task is correct', async () => {
  const { page } = await openApp({ path: '#/telepathy' });
  await page.getByText("Unknown task 'telepathy'").waitFor();
  await expect.poll(() => page.title()).toBe('Unknown task · Tryout');
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp } from '../../../support/browser/open-app.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a removed image can be restored until the form is cleared', async () => {
  const { page } = await openApp({ path: '#/image-classification/sandbox/named-colors' });
  const input = page.getByLabel('Input', { exact: true });
  const preview = page.getByRole('img', { name: 'Input: hills.jpg' });
  await input.setInputFiles('examples/hills.jpg');
  await preview.waitFor();
  await button(page, 'Remove').click();
  await page.getByText('No file chosen').waitFor();
  await button(page, 'Undo remove').click();
  await preview.waitFor();
  await expect.poll(() => button(page, 'Undo remove').count()).toBe(0);
  await expectFocus(input);
  await button(page, 'Remove').click();
  await button(page, 'Undo remove').waitFor();
  await button(page, 'Clear').click();
  await expect.poll(() => button(page, 'Undo remove').count()).toBe(0);
});

test('a removed table column or row can be restored', async () => {
  const { page } = await openApp({ path: '#/table-question-answering/sandbox/table-rules' });
  await button(page, 'New table').click();
  await page.getByLabel('Column 1, row 1', { exact: true }).fill('Rome');
  await button(page, 'Remove column Column 1').click();
  await page.getByText('1 column · 2 rows').waitFor();
  await button(page, 'Undo remove').click();
  await page.getByText('2 columns · 2 rows').waitFor();
  const cell = page.getByLabel('Column 1, row 1', { exact: true });
  await expect.poll(() => cell.inputValue()).toBe('Rome');
  await button(page, 'Remove row 1').click();
  await page.getByText('2 columns · 1 row').waitFor();
  await button(page, 'Undo remove').click();
  await expect.poll(() => cell.inputValue()).toBe('Rome');
});

test('cleared inputs can be restored even after typing', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  const input = page.getByLabel('Input', { exact: true });
  await input.fill('A good day');
  await button(page, 'Clear').click();
  await button(page, 'Undo clear').waitFor();
  await input.fill('N');
  await expectNoViolations(page);
  await button(page, 'Undo clear').click();
  await expect.poll(() => input.inputValue()).toBe('A good day');
});

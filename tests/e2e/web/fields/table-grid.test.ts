import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';

const table = {
  'Responsible organization': ['Bundesverfassungsgericht', 'Datenschutzbeauftragte', ''],
  Year: ['1951', '1978', '2001'],
  'Programming language': ['Python', 'Rust, Python and NodeJS', 'C'],
  City: ['Karlsruhe', 'Bonn', ''],
};

async function openGrid(options: AppOptions = {}) {
  const app = await openApp({ path: '#/table-question-answering/sandbox/table-rules', ...options });
  const buffer = Buffer.from(JSON.stringify(table));
  await app.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'offices.json', mimeType: 'application/json', buffer });
  await button(app.page, 'Table').click();
  const cell = (name: string) => app.page.getByRole('textbox', { name, exact: true });
  await cell('City, row 3').waitFor();
  return { ...app, cell };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('on a phone, words do not wrap, the focused cell is fully visible, and all cells can be reached', async () => {
  const { page, cell } = await openGrid({ device: 'phone' });
  const cells = page.getByRole('group', { name: 'Input - Table, cells' });
  await cells.waitFor();
  const isOneLine = (name: string) =>
    cell(name).evaluate((box) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box);
      return (
        box.scrollHeight < 1.5 * parseFloat(lineHeight) + parseFloat(paddingTop) + parseFloat(paddingBottom)
      );
    });
  await expect.poll(() => isOneLine('Responsible organization, row 1')).toBe(true);
  for (const name of ['City, row 2', 'Responsible organization, row 2']) {
    await cell(name).focus();
    await expect
      .poll(() =>
        cell(name).evaluate((box) => {
          const { left, right } = box.getBoundingClientRect();
          const frame = box.closest('[role=group]')!.getBoundingClientRect();
          const numbers = box.closest('tr')!.querySelector('th')!.getBoundingClientRect();
          return left >= numbers.right - 1 && (right <= frame.right || left <= numbers.right + 1);
        }),
      )
      .toBe(true);
  }
  await cell('City, row 1').focus();
  await button(page, 'Remove column City').waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'fields/grid-phone');
  await button(page, 'Remove column City').click();
  await page.getByText('offices.json, edited · 3 columns · 3 rows').waitFor();
});

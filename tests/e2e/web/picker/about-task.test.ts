import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { awaitFocus, pressUntil } from '../../../support/browser/focus.ts';
import { openApp } from '../../../support/browser/open-app.ts';

const about = (page: Page) => page.getByRole('button', { name: 'About this task' });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^About / });

test.for([
  ['table-question-answering', 'Harley Race'],
  ['token-classification', 'PERSON'],
  ['image-classification', 'Egyptian cat'],
])('S14: the panel is accessible in both themes and at 390 px, links are safe: %s', async ([task, demo]) => {
  const { page } = await openApp({ path: `#/${task}` });
  await about(page).click();
  const panel = dialog(page);
  await panel.getByText(demo!).first().waitFor();
  await panel.getByRole('heading', { name: 'Recommended models' }).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const links = await panel
    .locator('a[href^="http"]')
    .evaluateAll((all) =>
      all.map((link) => [link.getAttribute('target'), link.getAttribute('rel')].join(' ')),
    );
  expect(links.length).toBeGreaterThan(5);
  expect(new Set(links)).toEqual(new Set(['_blank noopener noreferrer']));
  expect(await panel.locator('iframe, video, img').count()).toBe(0);
});

test('S14: works by keyboard: Enter opens it, Esc returns to its button, a model opens its form', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  const details = page.getByRole('button', { name: /^Model details/ });
  await details.focus();
  await page.keyboard.press('Enter');
  await pressUntil(page, 'button', 'About this task');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('heading', { name: 'Recommended models' }).waitFor();
  await awaitFocus(page, 'button', 'Close');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  // W23: the button of the details stays, and has the focus again.
  await awaitFocus(page, 'button', /^Model details/);
  await page.keyboard.press('Enter');
  await pressUntil(page, 'button', 'About this task');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('heading', { name: 'Recommended models' }).waitFor();
  await pressUntil(page, 'link', 'sandbox/question-or-statement');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toMatch(/#\/text-classification\/sandbox\/question-or-statement$/);
  await page.getByLabel('Input', { exact: true }).waitFor();
});

test('S16: white space does not enable Run', async () => {
  const { page } = await openApp({ path: '#/question-answering/sandbox/word-overlap-answers' });
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await page.getByLabel('Input - Context').fill('Bern is a city.');
  for (const space of [' ', '\n\t', '\u00a0\u3000']) {
    await page.getByLabel('Input - Question').fill(space);
    await page.getByText('Add a question').waitFor();
    expect(await run.isEnabled()).toBe(false);
  }
  await page.getByLabel('Input - Question').fill(' What? ');
  await expect.poll(() => run.isEnabled()).toBe(true);
});

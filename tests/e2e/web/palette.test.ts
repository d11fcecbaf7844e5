import { expect, test } from 'vitest';
import { awaitFocus, expectFocus, pressUntil } from '../../support/browser/focus.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { fillExample, runExample, waitForForm } from '../../support/browser/steps.ts';
import { activeDescendant, fieldsOf } from './picker/fields.ts';

test('W37: the palette finds tasks by intent, models, runs and actions, by keyboard alone', async () => {
  const { page } = await openApp({ path: '#/object-detection/sandbox/shape-detector' });
  await waitForForm(page);
  const dialog = page.getByRole('dialog', { name: 'Find' });
  const find = async (typed: string, option: RegExp) => {
    // The palette does not open over a dialog, and the URL changes before the one that was used is removed.
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await awaitFocus(page, 'combobox', 'Find');
    await page.keyboard.insertText(typed);
    await expect.poll(() => activeDescendant(page)).toMatch(option);
  };
  await page.keyboard.press('Control+k');
  for (const name of ['Clear', 'History', 'Sign Out', 'Audio Classification'])
    await dialog.getByRole('option', { name }).first().waitFor({ state: 'attached' });
  // The browser does not see the keys.
  await page.evaluate(() =>
    addEventListener('keydown', (event) => (document.title = String(event.defaultPrevented))),
  );
  await page.keyboard.press('Control+k');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.title()).toBe('true');

  // An action is the button of the page.
  await fillExample(page);
  await find('run', /^Run/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  await find('history', /^History/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'History' }).waitFor();
  await page.keyboard.press('Escape');

  await find('remove the background', /^Image Segmentation.*remove the background/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/image-segmentation$/);
  await fieldsOf(page).status(/model/).waitFor();
  await find('color regions', /color-regions/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/image-segmentation\/sandbox\/color-regions$/);
  // The run opens with its result.
  await find('shapes.png', /shapes\.png/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/shape-detector$/);
  await page.getByRole('list', { name: 'Boxes, best first' }).waitFor();
  // A typed model is looked up.
  await find('sandbox/vader-sentiment', /^sandbox\/vader-sentiment/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/text-classification\/sandbox\/vader-sentiment$/);
});

test('W37: / focuses the search and ? lists the shortcuts, except while typing', async () => {
  const { page } = await openApp();
  const { task, model } = fieldsOf(page);
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await page.keyboard.press('/');
  await expectFocus(task);
  await page.keyboard.type('who is speaking?');
  await expect.poll(() => task.inputValue()).toBe('who is speaking?');
  await expect.poll(() => activeDescendant(page)).toMatch(/^Audio Classification.*who is speaking/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/audio-classification$/);
  await expect.poll(() => model.isEnabled()).toBe(true);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('/');
  await expectFocus(model);
  await page.evaluate(() => (location.hash = '#/text-classification/sandbox/vader-sentiment'));
  await runExample(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Run', { exact: true }).waitFor();
  await sheet.getByText('Ctrl-Enter').waitFor();
  await page.evaluate(() =>
    addEventListener('keydown', (event) => (document.title = String(event.defaultPrevented))),
  );
  await page.keyboard.press('Control+k');
  expect(await page.title()).toBe('true');
  await page.keyboard.press('Escape');
  await awaitFocus(page, 'button', 'Run');
  await pressUntil(page, 'textbox', 'Input', { key: 'Shift+Tab' });
  await page.keyboard.press('End');
  await page.keyboard.type('?/');
  expect(await page.getByLabel('Input', { exact: true }).inputValue()).toMatch(/\?\/$/);
  expect(await sheet.count()).toBe(0);
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { formOf } from './form.ts';

/** What has the focus, in its own words; `nothing` where a keyboard would have to begin anew. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return 'nothing';
    return (
      activeElement.getAttribute('aria-label') ?? (activeElement.textContent?.trim() || activeElement.id)
    );
  });

test('the keyboard alone: nothing that goes away takes the focus along', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  const { output, inputs, button } = formOf(page);
  const input = page.getByLabel('Input', { exact: true });
  // What cannot be pressed yet takes no focus: it is waited for.
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true, disabled: false }).focus();
    await page.keyboard.press('Enter');
  };

  // What is missing is where the focus goes.
  await button('Try an example').focus();
  await input.focus();
  await page.getByRole('button', { name: /^Options/ }).focus();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => focused(page)).toBe('field-text');

  await input.fill('My own words');
  await press('Try an example');
  await inputs.getByText('Example 1 of 3').waitFor();
  await expect.poll(() => focused(page)).toBe('Try an example');
  await press('Undo');
  await inputs.getByText('Restored.').waitFor();
  await expect.poll(() => focused(page)).toBe('Try an example');

  await press('Run');
  await output.getByText('POSITIVE').or(output.getByText('NEUTRAL')).first().waitFor();
  await expect.poll(() => focused(page)).toBe('Run');
  await press('Run again');
  // Not on what would begin or end a run: keys are pressed twice (F51).
  await expect.poll(() => focused(page)).toBe('Output');

  await press('Clear');
  await press('Undo clear');
  await expect.poll(() => input.inputValue()).toBe('My own words');
  await expect.poll(() => focused(page)).toBe('Clear');
});

test('the keyboard alone: options', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  const { openParameters, button } = formOf(page);
  await openParameters();
  // Going through the choices moves the focus to none of what belongs to them.
  await page.getByRole('radio', { name: /^auto/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('textbox', { name: 'Endpoint URL' }).waitFor();
  await expectFocus(page.getByRole('radio', { name: /^Endpoint URL/ }));
  await page.keyboard.press('ArrowDown');

  const another = page.getByLabel('Another parameter');
  await another.fill('threshold=0.5');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectFocus(another);
  await button('Remove threshold').focus();
  await page.keyboard.press('Enter');
  const threshold = page.getByLabel('threshold', { exact: true });
  await expectFocus(threshold);
  await button('Reset parameters').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Reset parameters');
});

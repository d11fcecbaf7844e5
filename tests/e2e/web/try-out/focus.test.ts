import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { exampleButton } from '../../../support/browser/steps.ts';
import { formOf } from './form.ts';

/** The role and name of the focused element, or `nothing` if the focus is lost. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return 'nothing';
    return (
      activeElement.getAttribute('aria-label') ?? (activeElement.textContent?.trim() || activeElement.id)
    );
  });

test('disappearing elements do not lose the keyboard focus', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  const { output, inputs } = formOf(page);
  const input = page.getByLabel('Input', { exact: true });
  // Disabled controls take no focus, so wait for them.
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true, disabled: false }).focus();
    await page.keyboard.press('Enter');
  };

  // The focus moves to the missing input.
  await exampleButton(page).focus();
  await input.focus();
  await page.getByRole('button', { name: /^Options/ }).focus();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => focused(page)).toBe('field-text');

  await input.fill('My own words');
  await exampleButton(page).focus();
  await page.keyboard.press('Enter');
  await inputs.getByText('Example 1 of 3').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Try an example: Positive/);
  await press('Undo');
  await expect.poll(() => input.inputValue()).toBe('My own words');
  await expect.poll(() => focused(page)).toMatch(/^Try an example: Positive/);

  await press('Run');
  await output.getByText('POSITIVE').or(output.getByText('NEUTRAL')).first().waitFor();
  await expect.poll(() => focused(page)).toBe('Run');
  await press('Run again');
  // Not on Run or Cancel, since keys may be pressed twice (F51).
  await expect.poll(() => focused(page)).toBe('Output');

  await press('Clear');
  await press('Undo clear');
  await expect.poll(() => input.inputValue()).toBe('My own words');
  await expect.poll(() => focused(page)).toBe('Clear');
});

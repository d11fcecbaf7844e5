// @module-tag nightly
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';
import { exampleButton, waitForForm } from '../../support/browser/steps.ts';

/** A control's style with forced colors. */
const styleOf = (control: Locator) =>
  control.evaluate((element) => {
    const { backgroundColor, borderBottomColor, outlineStyle } = getComputedStyle(element);
    return `${backgroundColor} ${borderBottomColor} ${outlineStyle}`;
  });

test('selected controls are distinguishable with forced colors', async () => {
  const { page } = await openApp({
    path: '#/table-question-answering/sandbox/table-rules',
    more: { forcedColors: 'active' },
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await exampleButton(page).click();
  await button('Table').waitFor();
  await expect.poll(() => button('Run').isEnabled()).toBe(true);
  await button('Run').click();
  await button('Run again').waitFor();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByRole('tab', { name: 'Python' }).click();

  const output = page.getByRole('region', { name: 'Output' });
  const pairs: readonly (readonly [chosen: Locator, other: Locator])[] = [
    [button('Table'), page.getByRole('region', { name: 'Inputs' }).getByRole('button', { name: 'JSON' })],
    [output.getByRole('tab', { name: 'Code' }), output.getByRole('tab', { name: 'JSON', exact: true })],
    [page.getByRole('tab', { name: 'Python' }), page.getByRole('tab', { name: 'curl' })],
    [
      page.locator('label', { hasText: /^requests$/ }),
      page.locator('label', { hasText: /^huggingface_hub$/ }),
    ],
  ];
  for (const [chosen, other] of pairs) {
    // Move the pointer away, since hovering changes the style.
    await page.mouse.move(0, 0);
    expect(await styleOf(chosen)).not.toBe(await styleOf(other));
  }
});

test('forced colors keep borders, states and focus visible', async () => {
  const { page } = await openApp({
    path: '#/text-generation/sandbox/plain-assistant',
    more: { forcedColors: 'active' },
  });
  await waitForForm(page);
  const bare = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main input:not([type="radio"], [type="file"], [role="switch"]), main textarea, main section:has(form), main section:has([role="tab"])',
      ),
    ]
      .filter((element) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
        return borderTopStyle === 'none' || parseFloat(borderTopWidth) === 0;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect(bare).toEqual([]);
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.keyboard.press('Tab');
  const { outlineStyle, outlineWidth } = await page.evaluate(() => {
    const style = getComputedStyle(document.activeElement!);
    return { outlineStyle: style.outlineStyle, outlineWidth: style.outlineWidth };
  });
  expect(outlineStyle).not.toBe('none');
  expect(parseFloat(outlineWidth)).toBeGreaterThanOrEqual(2);
});

test('a disabled link looks like disabled controls with forced colors', async () => {
  const { page } = await openApp({
    path: '#/sign-in',
    more: { forcedColors: 'active' },
    config: { guestToken: undefined, clientId: undefined },
  });
  await page.getByText('Other ways to sign in').click();
  await page.getByText('Missing clientId').waitFor();
  const colorOf = (control: Locator) => control.evaluate((element) => getComputedStyle(element).color);
  const link = page.getByRole('link', { name: /^Sign In With/ });
  expect(await colorOf(link)).toBe(await colorOf(page.getByRole('button', { name: 'Submit' })));
});

test('more contrast applies to borders and secondary text', async () => {
  const { page } = await openApp({ path: '#/', more: { contrast: 'more' } });
  const card = page.getByRole('listitem').first();
  await card.waitFor();
  const { edge, ink } = await card.evaluate((element) => {
    const { borderTopColor, color } = getComputedStyle(element);
    return { edge: borderTopColor, ink: color };
  });
  expect(edge).toBe(ink);
});

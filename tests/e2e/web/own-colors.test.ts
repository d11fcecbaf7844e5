import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';

/** What a control looks like where the system's colors replace those of the page. */
const looksOf = (control: Locator) =>
  control.evaluate((element) => {
    const { backgroundColor, borderBottomColor, outlineStyle } = getComputedStyle(element);
    return `${backgroundColor} ${borderBottomColor} ${outlineStyle}`;
  });

test('what is chosen is told apart where the system replaces all colors', async () => {
  const { page } = await openApp({
    path: '#/table-question-answering/sandbox/table-rules',
    more: { forcedColors: 'active' },
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Try an example').click();
  await button('Table').waitFor();
  await expect.poll(() => button('Run').isEnabled()).toBe(true);
  await button('Run').click();
  await button('Run again').waitFor();
  await page.getByRole('button', { name: /^Code/ }).click();
  await page.getByRole('tab', { name: 'Python' }).click();

  const output = page.getByRole('region', { name: 'Output' });
  const pairs: readonly (readonly [chosen: Locator, other: Locator])[] = [
    [button('Table'), page.getByRole('region', { name: 'Inputs' }).getByRole('button', { name: 'JSON' })],
    [
      output.getByRole('button', { name: 'Result' }),
      output.getByRole('button', { name: 'JSON', exact: true }),
    ],
    [page.getByRole('tab', { name: 'Python' }), page.getByRole('tab', { name: 'curl' })],
    [
      page.locator('label', { hasText: /^requests$/ }),
      page.locator('label', { hasText: /^huggingface_hub$/ }),
    ],
  ];
  for (const [chosen, other] of pairs) {
    // Away from the controls, whose looks change under the pointer.
    await page.mouse.move(0, 0);
    expect(await looksOf(chosen)).not.toBe(await looksOf(other));
  }
});

test('a link that leads nowhere yet looks as controls do that cannot be used, in the system’s colors', async () => {
  const { page } = await openApp({
    path: '#/sign-in',
    more: { forcedColors: 'active' },
    config: { guestToken: undefined, clientId: undefined },
  });
  await page.getByText('Missing clientId').waitFor();
  const colorOf = (control: Locator) => control.evaluate((element) => getComputedStyle(element).color);
  const link = page.getByRole('link', { name: /^Sign In With/ });
  expect(await colorOf(link)).toBe(await colorOf(page.getByRole('button', { name: 'Submit' })));
});

test('who asks for more contrast gets edges and lesser words as clear as the rest', async () => {
  const { page } = await openApp({ path: '#/', more: { contrast: 'more' } });
  const card = page.getByRole('listitem').first();
  await card.waitFor();
  const { edge, ink } = await card.evaluate((element) => {
    const { borderTopColor, color } = getComputedStyle(element);
    return { edge: borderTopColor, ink: color };
  });
  expect(edge).toBe(ink);
});

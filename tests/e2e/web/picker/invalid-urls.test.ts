import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';

test('X11: an invalid URL selects neither task nor model, and both can be selected', async () => {
  const { page } = await openApp();
  const goTo = (hash: string) => page.evaluate((wanted) => (location.hash = wanted), hash);
  for (const odd of ['%E0%A4%A', '100%']) {
    await goTo(`#/${odd}`);
    // Any console message fails the test.
    await page.getByText(`Unknown task '${odd}'`).waitFor();
    // The router only reads a link of another page when it starts.
    await page.reload();
    await page.getByText(`Unknown task '${odd}'`).waitFor();
    await goTo('#/fill-mask');
    await page.getByRole('combobox', { name: 'Model' }).waitFor();
    await goTo(`#/fill-mask/${odd}`);
    await page.getByText(`'${odd}' is not a model ID. Choose a model for this task.`).waitFor();
    await page.getByRole('combobox', { name: 'Model' }).waitFor();
    expect(await page.title()).toBe('Fill-Mask · Tryout');
  }
});

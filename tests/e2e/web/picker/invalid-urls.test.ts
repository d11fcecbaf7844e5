import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';

test.each(['%E0%A4%A', '100%', '%'])(
  'X11: a URL with %s selects neither task nor model, and both can be selected',
  async (odd) => {
    const { page, url } = await openApp({ path: `#/${odd}` });
    // Any console message fails the test.
    await page.getByText(`Unknown task '${odd}'`).waitFor();
    await page.goto(`${url}#/fill-mask`);
    await page.getByRole('combobox', { name: 'Model' }).waitFor();
    await page.evaluate((hash) => (location.hash = hash), `#/fill-mask/${odd}`);
    await page.getByText(`'${odd}' is not a model ID. Choose a model for this task.`).waitFor();
    await page.getByRole('combobox', { name: 'Model' }).waitFor();
    expect(await page.title()).toBe('Fill-Mask · Tryout');
  },
);

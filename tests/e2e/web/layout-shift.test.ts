import { expect, test } from 'vitest';
import { watchShifts, type Shifts } from '../../support/browser/rendering.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { account } from '../../support/browser/signing-in.ts';
import { fillExample, waitForForm, goTo, goToForm, run } from '../../support/browser/steps.ts';

/** Hardly noticeable: up to 0.1 is good for a complete visit (web.dev, Cumulative Layout Shift). */
const MAX_SHIFT = 0.02;

/** Below the output in a two-column layout; moves to make room for a result. */
const below = /aria-label="Code"/;
/** Narrow screens have nothing below the output. */
const belowOn = { desktop: below, phone: undefined };

for (const device of ['desktop', 'phone'] as const) {
  const tags = device === 'phone' ? ['nightly'] : [];
  test(
    `the layout does not shift from start to result, and while a text streams (${device})`,
    { tags },
    async () => {
      let shifts: Shifts | undefined;
      const app = await openApp({
        device,
        before: async ({ page }) => void (shifts = await watchShifts(page)),
      });
      const { page } = app;
      const expectStill = async (step: string) => {
        const { sum, elements } = await shifts!.take(belowOn[device]);
        expect(sum, `${step}\n${elements.join('\n')}`).toBeLessThanOrEqual(MAX_SHIFT);
      };
      const [task, model] = ['Task', 'Model'].map((name) => page.getByRole('combobox', { name }));
      await account(page).waitFor();
      await page.getByText('Select a task to view available models').waitFor();
      await expectStill('start');
      await task!.click();
      // Keys, after which shifts are expected: `fill` is not an input of the user.
      await task!.pressSequentially('image segm');
      await page.getByRole('option', { name: /^Image Segmentation/ }).click();
      await model!.waitFor();
      await expectStill('task');
      await model!.click();
      await page.getByRole('option', { name: /color-regions/ }).click();
      await waitForForm(page);
      await page.getByRole('button', { name: /^Model details: via/ }).waitFor();
      await expectStill('model');
      await fillExample(page);
      await expectStill('example');
      await run(page);
      await page.getByRole('button', { name: 'Run again' }).waitFor();
      await expectStill('run');

      await goToForm(app, 'text-generation', 'sandbox/plain-assistant');
      await shifts!.take();
      await fillExample(page);
      await run(page);
      await page.getByRole('button', { name: 'Answer again' }).waitFor();
      await expectStill('stream');
    },
  );
}

test('going back restores the scroll position; other navigation starts at the top', async () => {
  const app = await openApp({ path: '#/text-classification/sandbox/vader-sentiment', device: 'phone' });
  const { page } = app;
  await waitForForm(page);
  await page.evaluate(async () => {
    document.querySelector('main')!.scrollTop = 100;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  await goTo(app, '/sign-in');
  await page.getByText('You are signed in').waitFor();
  expect(await page.evaluate(() => document.querySelector('main')!.scrollTop)).toBe(0);
  await page.goBack();
  await waitForForm(page);
  // The focus moves to the heading, which is above the visible part.
  await page.waitForFunction(
    () => document.activeElement?.tagName === 'H1' && document.querySelector('main')!.scrollTop === 100,
  );
});

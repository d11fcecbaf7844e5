import { expect, test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { fillExample, run } from '../../support/browser/steps.ts';

test('running and canceled runs are accessible, and nothing moves with reduced motion', async () => {
  const { page } = await openApp({ path: '#/text-classification/trouble/silent' });
  await fillExample(page);
  await run(page);
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  const moving = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap(({ playState, effect }) => {
        const { duration, iterations } = effect!.getComputedTiming();
        return playState === 'running' && (Number(duration) > 1 || iterations === Infinity)
          ? [String(duration)]
          : [];
      }),
    );
  await expect.poll(moving).toEqual([]);
  await expectNoViolationsIn(page, twoAppearances);
  await page.keyboard.press('Escape');
  await page.getByText('Canceled.').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
});

import { test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { expectNoHorizontalScroll } from '../../support/browser/layout.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { fillExample, run, runExample } from '../../support/browser/steps.ts';

test('a result as JSON is accessible', async () => {
  const { page } = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  await runExample(page);
  const views = page.getByRole('tablist', { name: 'Show the output as' });
  await views.getByRole('tab', { name: 'JSON' }).click();
  await expectNoViolationsIn(page, twoAppearances);
  await expectNoHorizontalScroll(page);
});

test('running and canceled runs are accessible', async () => {
  const { page } = await openApp({ path: '#/text-classification/trouble/silent' });
  await fillExample(page);
  await run(page);
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await page.keyboard.press('Escape');
  await page.getByText('Canceled.').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
});

import { expect, test } from 'vitest';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { waitForForm } from '../../../support/browser/steps.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { fieldsOf, openDetails } from './fields.ts';

test('on a phone, the first input and Run are visible without scrolling after selecting a model', async () => {
  const { page } = await openApp({
    device: 'phone',
    path: '#/text-classification/sandbox/vader-sentiment',
  });
  const { pageLink } = fieldsOf(page);
  await waitForForm(page);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await expect
    .poll(async () => {
      const box = await run.boundingBox();
      return box!.y + box!.height;
    })
    .toBeLessThan(844);
  // It is still available to screen readers.
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await page.getByRole('heading', { name: 'sandbox/vader-sentiment' }).waitFor();
  await openDetails(page);
  await pageLink.waitFor();
  await takeScreenshot(page, 'picker/phone-compact');
});

test('a name longer than the field is shown completely', async () => {
  const id = `sandbox/${'long-name-'.repeat(4)}end`;
  const { page, errorLog } = await openApp({ device: 'phone', path: `#/text-classification/${id}` });
  errorLog.expect(/^failed request: GET \S+: 404$/);
  const box = await page.getByText(`Model ${id} not found`).boundingBox();
  expect(box!.width).toBeGreaterThan(200);
});

test('the back gesture closes the open list before leaving the page', async () => {
  const { page } = await openApp({ device: 'phone', path: '#/text-classification' });
  const { model, options, status } = fieldsOf(page);
  await status(/^\d+ models/).waitFor();
  await model.tap();
  await options.first().waitFor();
  // Esc outside the field sends the same close request as a phone's back gesture.
  const close = page.getByRole('button', { name: 'Close' });
  await close.focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => options.count()).toBe(0);
  expect(page.url()).toMatch(/#\/text-classification$/);
  // Each opened list registers again.
  await model.tap();
  await options.first().waitFor();
  await close.focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => options.count()).toBe(0);
  // The next key continues at the list.
  await expectFocus(page.getByRole('button', { name: 'Models' }));
});

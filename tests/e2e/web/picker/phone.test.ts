import { expect, test } from 'vitest';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { waitForForm } from '../../../support/browser/steps.ts';
import { picture } from '../../../support/browser/screenshots.ts';
import { fieldsOf } from './fields.ts';

test('on a phone the first input and Run are seen without scrolling once a model is chosen', async () => {
  const { page } = await openApp({
    device: 'phone',
    path: '#/text-classification/sandbox/vader-sentiment',
  });
  const { pageLink } = fieldsOf(page);
  await waitForForm(page);
  await page.getByText('served by').last().waitFor();
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await expect
    .poll(async () => {
      const box = await run.boundingBox();
      return box!.y + box!.height;
    })
    .toBeLessThan(844);
  // What a screen reader goes by is there all the same.
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await page.getByRole('heading', { name: 'sandbox/vader-sentiment' }).waitFor();
  await pageLink.waitFor();
  await picture(page, 'picker/phone-compact');
});

test('a name that is longer than the field is shown whole', async () => {
  const id = `sandbox/${'long-name-'.repeat(4)}end`;
  const { page, errorLog } = await openApp({ device: 'phone', path: `#/text-classification/${id}` });
  errorLog.expect(/^failed request: GET \S+: 404$/);
  await page.getByText(`Model ${id} not found`).waitFor();
  const box = await page.getByRole('heading', { name: id }).boundingBox();
  expect(box!.width).toBeGreaterThan(200);
});

test('what asks to close closes the open list before it leaves the page, wherever the focus is', async () => {
  const { page } = await openApp({ device: 'phone', path: '#/text-classification' });
  const { model, options, status } = fieldsOf(page);
  await status(/^\d+ models$/).waitFor();
  await model.tap();
  await options.first().waitFor();
  // Esc away from the field asks as the back gesture of a phone does: the browser asks what is open.
  const close = page.getByRole('button', { name: 'Close' });
  await close.focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => options.count()).toBe(0);
  expect(page.url()).toMatch(/#\/text-classification$/);
  // Once more: each open list asks anew.
  await model.tap();
  await options.first().waitFor();
  await close.focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => options.count()).toBe(0);
  // The next key goes on from where the list was.
  await expectFocus(page.getByRole('button', { name: 'Models' }));
});

import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';
import { goTo, run, waitForForm } from '../../support/browser/steps.ts';

const OFFLINE = 'You are offline';
/** What Chromium logs about requests without a network. */
const lost = /^failed request: \w+ \S+: net::ERR_INTERNET_DISCONNECTED$/;

test('W34: a list, a model and a typed model that could not be loaded offline are loaded when the network is back', async () => {
  const app = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  const { page, context, errorLog } = app;
  errorLog.allow(lost);
  await waitForForm(page);
  await context.setOffline(true);
  await goTo(app, '/translation');
  await page.getByRole('alert').filter({ hasText: OFFLINE }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByText('Check the URL').count()).toBe(0);
  await context.setOffline(false);
  await page.getByText(/^\d+ models?$/).waitFor();
  await context.setOffline(true);
  await goTo(app, '/fill-mask/sandbox/n-gram-mask');
  await page
    .getByRole('region', { name: 'Chosen model' })
    .getByRole('alert')
    .filter({ hasText: OFFLINE })
    .waitFor();
  await context.setOffline(false);
  await expect.poll(() => page.getByText(OFFLINE).count()).toBe(0);

  await goTo(app, '/');
  await page.getByRole('heading', { name: 'Try a model' }).waitFor();
  await context.setOffline(true);
  await goTo(app, '/sandbox/vader-sentiment');
  await page.getByRole('alert').filter({ hasText: OFFLINE }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'sandbox/vader-sentiment' }).waitFor({ state: 'attached' });
});

test('W34: a run that failed offline is not repeated when the network is back, but can be run again', async () => {
  const { page, context, errorLog, requests } = await openApp({
    path: '#/text-classification/sandbox/vader-sentiment',
  });
  errorLog.allow(lost);
  await waitForForm(page);
  await page.getByLabel('Input', { exact: true }).fill('This is good.');
  await run(page);
  const runs = () => requests.filter(({ method }) => method === 'POST').length;
  await expect.poll(runs).toBe(1);
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  await context.setOffline(true);
  await run(page);
  await page.getByRole('alert').filter({ hasText: OFFLINE }).waitFor();
  await context.setOffline(false);
  // Everything that is repeated has been sent before the list is there.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  expect(runs()).toBe(1);
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect.poll(runs).toBe(2);
});

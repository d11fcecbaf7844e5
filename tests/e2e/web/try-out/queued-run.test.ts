import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { formOf } from './form.ts';

/** Queues a run at fal-ai. The sandbox is not shared, so that all requests are those of the test. */
async function queueRun() {
  const app = await openApp({
    path: '#/text-to-video/sandbox/shape-animator',
    sandbox: await recordingSandbox(),
  });
  const form = formOf(app.page);
  await form.openOptions();
  await app.page.getByRole('radio', { name: /fal-ai/ }).check();
  await app.page.getByLabel('Input', { exact: true }).fill('a red circle falls');
  await form.run.click();
  await form.output.getByText('Queued at fal-ai').first().waitFor();
  const requests = (method: string) => app.requests.filter((request) => request.method === method);
  return { ...app, ...form, requestsBy: requests };
}

test('a queued run says so, and a reload finds it again without another request to the model', async () => {
  const { page, output, requestsBy } = await queueRun();
  await output.getByText(/^Queued at fal-ai, [12] runs? before it; times out after 30 min/).waitFor();
  await page.reload();
  await output
    .getByText(/^(?:Queued|Running) at fal-ai/)
    .first()
    .waitFor();
  await output.getByLabel('Generated video').waitFor();
  expect(requestsBy('POST')).toHaveLength(1);
  expect(requestsBy('PUT')).toEqual([]);
  // The run is over: another reload shows its result.
  await page.reload();
  await output.getByLabel('Generated video').waitFor();
  expect(requestsBy('POST')).toHaveLength(1);
});

test('canceling a queued run cancels it at the provider', async () => {
  const { page, output, cancel, requestsBy } = await queueRun();
  // A press right after Run does not stop the run (F51).
  await expect
    .poll(async () => {
      await cancel.click({ timeout: 1000 }).catch(() => undefined);
      return output.getByText('Canceled.').isVisible();
    })
    .toBe(true);
  await expect
    .poll(() => requestsBy('PUT').map(({ url }) => url))
    .toEqual([expect.stringMatching(/\/cancel\?_subdomain=queue$/) as string]);
  await page.reload();
  await output.getByText('Canceled.').waitFor();
  expect(requestsBy('POST')).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { openApp } from '../../support/browser/open-app.ts';
import { account, openSignedOut } from '../../support/browser/signing-in.ts';
import { fillExample, goTo, goToForm, run } from '../../support/browser/steps.ts';

const RESULT = 'Result of the example';

const openForm = (model: string) =>
  openApp({ path: `#/text-classification/${model}`, config: { hasExampleResults: true } });

test('in the sandbox, an empty form shows the result of the example, which is not recorded', async () => {
  const app = await openForm('sandbox/vader-sentiment');
  const { page, requests } = app;
  const example = page.getByRole('region', { name: RESULT });
  await example.getByText('94.8%').waitFor();
  await example.getByText('I like you. I love you.').waitFor();
  expect(await page.getByLabel('Input', { exact: true }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText(/^No runs/).waitFor();
  await page.keyboard.press('Escape');
  // Inputs of your own replace it.
  await fillExample(page);
  await example.waitFor({ state: 'detached' });
  await run(page);
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  await goTo(app, '/object-detection/sandbox/shape-detector');
  await example.getByRole('img').first().waitFor();
  await goTo(app, '/table-question-answering/sandbox/table-rules');
  await example.getByRole('table').waitFor();
});

test('the result of the example can be canceled, and its failure is not shown', async () => {
  const app = await openForm('trouble/silent');
  const { page, errorLog } = app;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Computing').waitFor({ state: 'detached' });
  errorLog.allow(/500/);
  const failure = page.waitForResponse((response) => response.status() === 500);
  await goTo(app, '/text-classification/trouble/server-error');
  await failure;
  await page.getByText('Computing').waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('other hubs, and sandboxes that did not ask for it, get no run on arrival', async () => {
  const otherHub = await openSignedOut({ config: { hasExampleResults: true } });
  await otherHub.box.fill('hf_own');
  await otherHub.submit.click();
  await account(otherHub.page).waitFor();
  for (const app of [otherHub, await openApp()]) {
    const { page, requests } = app;
    await goToForm(app, 'text-classification', 'sandbox/vader-sentiment');
    await page.getByText('Labels with scores appear here.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(await page.getByText(RESULT).count()).toBe(0);
  }
});

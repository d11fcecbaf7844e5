import { tasks } from '@tryout/engine';
import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { question, signInScreen, signOut } from '../../../support/browser/signing-in.ts';
import { goTo, goToForm, run, runExample } from '../../../support/browser/steps.ts';

test('W31: the start page links to the models that were run last, until the user signs out', async () => {
  const app = await openApp({ path: '#/text-classification/sandbox/vader-sentiment' });
  const { page, url, errorLog } = app;
  await runExample(page);
  await goToForm(app, 'translation', 'sandbox/morse-code');
  await runExample(page);
  await goToForm(app, 'image-classification', 'sandbox/named-colors');
  await page.getByRole('button', { name: /^Model details: via/ }).waitFor();
  await goTo(app, '/translation/sandbox/no-such-model');
  errorLog.expect(/^failed request: GET \S+no-such-model\S*: 404$/);
  await page.getByText('Model sandbox/no-such-model not found').waitFor();
  await goTo(app, '/');
  const recent = page.getByRole('region', { name: 'Recent models' });
  const texts = () => recent.getByRole('listitem').allTextContents();
  await expect
    .poll(texts)
    .toEqual(['sandbox/morse-codeTranslation', 'sandbox/vader-sentimentText Classification']);
  await recent.getByRole('link', { name: 'sandbox/vader-sentiment' }).click();
  await page.waitForURL(/#\/text-classification\/sandbox\/vader-sentiment$/);
  await run(page);
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  await goTo(app, '/');
  await expect.poll(async () => (await texts())[0]).toContain('sandbox/vader-sentiment');

  await signOut(page);
  await question(page).getByRole('button', { name: 'Keep' }).click();
  const { box } = signInScreen(page);
  await box.fill('hf_somebody_else');
  await box.press('Enter');
  await page.waitForURL(`${url}#/`);
  await page.getByRole('region', { name: `All ${tasks.length} tasks` }).waitFor();
  expect(await recent.count()).toBe(0);
});

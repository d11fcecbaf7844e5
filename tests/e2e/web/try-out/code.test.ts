import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectNoViolations, expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { formOf } from './form.ts';

const SENTIMENT = 'text-classification/sandbox/vader-sentiment';

/** A hub with a model of a library. */
const librarySandbox = recordingSandbox({
  listing: [
    {
      id: 'people/their-model',
      pipeline_tag: 'text-classification',
      library_name: 'transformers',
      tags: ['transformers'],
      transformersInfo: {
        auto_model: 'AutoModelForSequenceClassification',
        pipeline_tag: 'text-classification',
        processor: 'AutoTokenizer',
      },
    },
  ],
});

async function openCode(path: string, options: AppOptions = {}) {
  const app = await openApp({ path: `#/${path}`, ...options });
  const { page } = app;
  const input = page.getByLabel(/^(?:Input|Message)$/);
  const panel = page.getByRole('region', { name: 'Output' });
  await input.waitFor();
  const open = () => page.getByRole('tab', { name: 'Code' }).click();
  return { ...app, ...formOf(page), input, panel, open };
}

test('the code uses the current inputs in every language and client, is copied, and is saved under a generated name', async () => {
  const { page, context, open, panel, input } = await openCode(SENTIMENT);
  await open();
  await panel.getByText('Add text to get the code.').waitFor();
  await input.fill("It's good");
  const curl = panel.getByRole('tab', { name: 'curl' });
  await curl.waitFor();
  await panel.getByText("It'\\''s good").waitFor();
  await expectNoViolations(page);

  await curl.focus();
  await page.keyboard.press('ArrowRight');
  const python = panel.getByRole('tab', { name: 'Python', selected: true });
  await expectFocus(python);
  await panel.getByRole('region', { name: 'Python with requests' }).waitFor();
  const seen = await panel.getByRole('region', { name: 'Python with requests' }).textContent();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('tryout-text-classification-requests.py');
  expect((await readFile(await download.path(), 'utf8')).trim()).toBe(seen?.trim());
  await panel.getByRole('radio', { name: 'huggingface_hub' }).check();
  await panel.getByText('pip install huggingface_hub').waitFor();
  await takeScreenshot(page, 'code/python', { fullPage: true });
  await panel.getByRole('radio', { name: 'openai' }).check();
  await panel.getByText(/\.$/).first().waitFor();
  await expect.poll(() => panel.getByRole('button', { name: 'Copy', exact: true }).isDisabled()).toBe(true);
  await takeScreenshot(page, 'code/reason', { fullPage: true });

  await page.keyboard.press('Tab');
  await curl.click();
  await page.keyboard.press('End');
  await panel
    .getByRole('region', { name: 'The tryout command' })
    .getByText('tryout run text-classification')
    .waitFor();
  await page.keyboard.press('ArrowLeft');
  await panel.getByRole('region', { name: /^JavaScript/ }).waitFor();
  await panel.getByRole('button', { name: 'Copy', exact: true }).click();
  await panel.getByText('Copied').waitFor();
  const copied = await clipboardText(context);
  expect(copied).toContain("It's good");
  // F14: it never contains the token.
  expect(copied).not.toContain('hf_sandbox');
  expect(copied).toContain('HF_TOKEN');
});

test('the code in each language is readable on a phone', async () => {
  const { page, open, input } = await openCode('text-generation/sandbox/plain-assistant', {
    device: 'phone',
    colorScheme: 'dark',
  });
  await input.fill('Say something.');
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  await open();
  for (const language of ['curl', 'Python', 'JavaScript']) {
    await sheet.getByRole('tab', { name: language }).click();
    await sheet.getByRole('region', { name: new RegExp(`^${language}`) }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectNoViolationsIn(page, language === 'JavaScript' ? twoAppearances : twoAppearances.slice(0, 1));
  }
  await takeScreenshot(page, 'code/phone', { fullPage: true });
});

test('the library of a model has a tab, even if the model is unavailable', async () => {
  const sandbox = await librarySandbox;
  const { page, open, panel } = await openCode('text-classification/people/their-model', { sandbox });
  await open();
  const tab = panel.getByRole('tab', { name: 'Transformers' });
  await tab.click();
  await panel.getByText('"people/their-model"').first().waitFor();
  await panel.getByText("Runs on your machine, with the library's own example.").waitFor();
  const docs = panel.getByRole('link', { name: /^https:\/\/huggingface\.co\/docs/ });
  await expect.poll(() => docs.getAttribute('rel')).toBe('noopener noreferrer');
  await expect.poll(() => panel.getByText(/from transformers import/).count()).toBeGreaterThan(0);
  await expectNoViolations(page);
  await takeScreenshot(page, 'code/library', { fullPage: true });
});

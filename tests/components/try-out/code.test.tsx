import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openScreen } from '../support/screen.tsx';
import { json, serve } from '../support/server.ts';
import { press } from '../support/user.ts';

const input = page.getByLabelText(/^(?:Input|Message)$/);
const code = page.getByRole('tab', { name: 'Code' });
const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();

test('the code uses the current inputs in every language and client, and is copied', async () => {
  const { output } = openScreen('/text-classification/sandbox/vader-sentiment');
  await code.click();
  await appears(output.getByText('Add text to get the code.'));
  await userEvent.fill(input, "It's good");
  const curl = output.getByRole('tab', { name: 'curl' });
  // The input covers its label, also where that is out of view.
  const choose = (name: string) =>
    (output.getByRole('radio', { name }).element() as HTMLInputElement).click();
  const copy = output.getByRole('button', { name: 'Copy', exact: true });
  await appears(output.getByText("It'\\''s good"));
  (curl.element() as HTMLElement).focus();
  await press('{ArrowRight}');
  await expect.element(output.getByRole('tab', { name: 'Python', selected: true })).toHaveFocus();
  await appears(output.getByRole('region', { name: 'Python with requests' }));
  choose('huggingface_hub');
  await appears(output.getByText('pip install huggingface_hub'));
  choose('openai');
  await expect.element(copy).toHaveAttribute('aria-disabled', 'true');
  await curl.click();
  await press('{End}');
  await expect
    .element(output.getByRole('region', { name: 'The tryout command' }))
    .toHaveTextContent('tryout run text-classification');
  await press('{ArrowLeft}');
  await appears(output.getByRole('region', { name: /^JavaScript/ }));
  await copy.click();
  await appears(output.getByText('Copied'));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain("It's good");
  // F14: it never contains the token.
  expect(copied).not.toContain('hf_sandbox');
  expect(copied).toContain('HF_TOKEN');
});

test('the code in each language is readable on a phone', async () => {
  await page.viewport(390, 844);
  openScreen('/text-generation/sandbox/plain-assistant');
  await userEvent.fill(input, 'Say something.');
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  await code.click();
  for (const language of ['curl', 'Python', 'JavaScript']) {
    await sheet.getByRole('tab', { name: language }).click();
    await appears(sheet.getByRole('region', { name: new RegExp(`^${language}`) }));
    expect(document.documentElement.scrollWidth).toBe(390);
    expect(sheet.element().scrollWidth).toBe(sheet.element().clientWidth);
  }
});

test('the library of a model has a tab, even if the model is unavailable', async () => {
  const hub = await serve({
    '^/api/models/people/their-model': json({
      id: 'people/their-model',
      pipeline_tag: 'text-classification',
      library_name: 'transformers',
      tags: ['transformers'],
      transformersInfo: {
        auto_model: 'AutoModelForSequenceClassification',
        pipeline_tag: 'text-classification',
        processor: 'AutoTokenizer',
      },
    }),
  });
  const { output } = openScreen('/text-classification/people/their-model', { hubUrl: hub.url });
  await code.click();
  await output.getByRole('tab', { name: 'Transformers' }).click();
  await appears(output.getByText('"people/their-model"'));
  await appears(output.getByText("Runs on your machine, with the library's own example."));
  await appears(output.getByText(/from transformers import/));
  await expect
    .element(output.getByRole('link', { name: /^https:\/\/huggingface\.co\/docs/ }))
    .toHaveAttribute('rel', 'noopener noreferrer');
});

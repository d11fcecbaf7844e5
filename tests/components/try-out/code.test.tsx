import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openForm } from '../support/mount.tsx';
import { openScreen } from '../support/screen.tsx';
import { json, serve } from '../support/server.ts';
import { button, download, press } from '../support/user.ts';

const input = page.getByLabelText(/^(?:Input|Message)$/);
const code = page.getByRole('tab', { name: 'Code' });
const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();

async function openCode(path = 'text-classification/sandbox/vader-sentiment') {
  const form = await openForm(path);
  await code.click();
  return form;
}

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
  // Another test may have chosen another language.
  await curl.click();
  await appears(output.getByText("It'\\''s good"));
  (curl.element() as HTMLElement).focus();
  await press('{ArrowRight}');
  await expect.element(output.getByRole('tab', { name: 'Python', selected: true })).toHaveFocus();
  await appears(output.getByRole('region', { name: 'Python with requests' }));
  const { name, body } = await download(output.getByRole('button', { name: 'Download' }));
  expect(name).toBe('tryout-text-classification-requests.py');
  expect(atob(body)).toContain("It's good");
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
  // The language stays chosen.
  await page.getByRole('tab', { name: 'Result' }).click();
  await code.click();
  await appears(output.getByRole('tab', { name: 'JavaScript', selected: true }));
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

test('E18: "Copied" belongs to the client whose code was copied', async () => {
  const { output } = await openCode();
  await userEvent.fill(input, 'Good');
  await output.getByRole('tab', { name: 'Python' }).click();
  await expect.element(output.getByRole('region', { name: 'Python with requests' })).toBeVisible();
  await button('Copy').click();
  const copied = output.getByText('Copied', { exact: true });
  await expect.element(copied).toBeInTheDocument();
  const choose = output.getByRole('radio', { name: 'huggingface_hub' });
  // At once, before the note would end by itself.
  (choose.element() as HTMLInputElement).click();
  await new Promise(requestAnimationFrame);
  expect(copied.query()).toBe(null);
});

test('the code follows the inputs, and after a run matches that run', async () => {
  const { output } = await openCode();
  await userEvent.fill(input, 'Good');
  await appears(output.getByText('"Good"'));
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('radio', { name: /^Endpoint URL/ }).click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Endpoint URL' }), 'https://models.example/run');
  await appears(output.getByText('https://models.example/run'));
  await page.getByRole('radio', { name: /^auto/ }).click();
  await expect.element(output.getByText('https://models.example/run')).not.toBeInTheDocument();
  await button('Run').click();
  await expect.element(button('Run again')).toBeVisible();
  await page.getByRole('tab', { name: 'Code' }).click();
  await userEvent.clear(input);
  await appears(output.getByText('This is the code of the last run. Add text for another.'));
  await appears(output.getByText('"Good"'));
  await button('Clear').click();
  await appears(output.getByText('Add text to get the code.'));
});

test('an unavailable model has no code, with a reason', async () => {
  const { output } = await openCode('text-classification/sandbox/unserved-question-mark');
  await userEvent.fill(input, 'Good?');
  await appears(output.getByRole('alert').getByText(/No provider runs/));
});

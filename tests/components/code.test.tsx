import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openForm } from './support/mount.tsx';
import { button } from './support/user.ts';

const input = page.getByLabelText('Input', { exact: true });

async function openCode(path = 'text-classification/sandbox/vader-sentiment') {
  const form = await openForm(path);
  await page.getByRole('tab', { name: 'Code' }).click();
  return form;
}

const shows = (panel: Locator, text: string | RegExp) =>
  expect.element(panel.getByText(text).first()).toBeVisible();

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
  await shows(output, '"Good"');
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('radio', { name: /^Endpoint URL/ }).click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Endpoint URL' }), 'https://models.example/run');
  await shows(output, 'https://models.example/run');
  await page.getByRole('radio', { name: /^auto/ }).click();
  await expect.element(output.getByText('https://models.example/run')).not.toBeInTheDocument();
  await button('Run').click();
  await expect.element(button('Run again')).toBeVisible();
  await page.getByRole('tab', { name: 'Code' }).click();
  await userEvent.clear(input);
  await shows(output, 'This is the code of the last run. Add text for another.');
  await shows(output, '"Good"');
  await button('Clear').click();
  await shows(output, 'Add text to get the code.');
});

test('an unavailable model has no code, with a reason', async () => {
  const { output } = await openCode('text-classification/sandbox/unserved-question-mark');
  await userEvent.fill(input, 'Good?');
  await shows(output.getByRole('alert'), /No provider runs/);
});

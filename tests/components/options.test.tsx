import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openForm } from './support/mount.tsx';
import { button, press } from './support/user.ts';

const SENTIMENT = 'text-classification/sandbox/vader-sentiment';

const field = (name: string) => page.getByLabelText(name, { exact: true });
const parameters = page.getByRole('button', { name: /^Parameters/ });
const options = page.getByRole('button', { name: /^Options/ });
const custom = page.getByLabelText('Custom parameter');

async function openFilled() {
  const form = await openForm(SENTIMENT);
  await userEvent.fill(field('Input'), 'This is good.');
  return form;
}

const typeCustom = async (text: string) => {
  await userEvent.fill(custom, text);
  await press('{Enter}');
};

test('parameters are sent with their types; invalid ones are reported in place', async () => {
  const { output, sent } = await openFilled();
  await parameters.click();
  const topK = field('top_k');
  await userEvent.fill(topK, 'two');
  await expect.element(page.getByText(/top_k must be an integer/).first()).toBeVisible();
  await button('Run').click();
  await expect.element(output.getByRole('alert')).toBeVisible();
  await userEvent.fill(topK, '2');
  await typeCustom('nothing');
  await expect.element(page.getByText('Enter a parameter as name=value')).toBeVisible();
  await typeCustom('threshold=0.25');
  const threshold = field('threshold');
  await expect.element(threshold).toHaveValue('0.25');
  await expect.element(custom).toHaveValue('');
  // Its row stays while its value is replaced.
  await userEvent.clear(threshold);
  await userEvent.type(threshold, '0.5');
  await button('Remove threshold').click();
  await expect.element(threshold).not.toBeInTheDocument();
  await expect.element(custom).toHaveFocus();
  await typeCustom('threshold=0.25');
  await expect
    .element(page.getByRole('button', { name: /^Parameters\s*top_k 2, threshold 0\.25/ }))
    .toBeVisible();
  await press('{Control>}{Enter}{/Control}');
  await expect.poll(() => sent.at(-1)).toMatchObject({ parameters: { top_k: 2, threshold: 0.25 } });
  await expect.element(button('Run again')).toBeVisible();

  await button('Reset parameters').click();
  await expect.element(threshold).not.toBeInTheDocument();
  await expect.element(topK).toHaveValue('');
  await expect.element(output.getByText('Inputs changed since this run')).toBeVisible();
});

test('E18: after a parameter is reset, its input has the focus', async () => {
  await openFilled();
  await parameters.click();
  await userEvent.fill(field('top_k'), '2');
  await button('Reset top_k').click();
  await expect.element(field('top_k')).toHaveFocus();
  await expect.element(field('top_k')).toHaveValue('');
});

test('an endpoint must be a valid URL, and an invalid one is not replaced by the one before', async () => {
  const { session } = await openFilled();
  await options.click();
  await page.getByRole('radio', { name: /^Endpoint URL/ }).click();
  const address = page.getByRole('textbox', { name: 'Endpoint URL' });
  const url = () => session.getSnapshot().choices.endpointUrl;
  for (const [typed, used, note] of [
    ['nowhere', '', "'nowhere' is not a valid URL. Use a URL that starts with https://."],
    ['https://models.example/run', 'https://models.example/run', 'Your token is not sent to models.example'],
    ['https://', '', 'is not a valid URL'],
    ['http://models.example/run', '', 'This page can use http:// only for this machine.'],
  ] as const) {
    await userEvent.fill(address, typed);
    await expect.element(page.getByText(note).first()).toBeVisible();
    expect(url()).toBe(used);
  }
  await expect.element(button('Run')).toHaveAttribute('aria-disabled', 'true');
});

test('options can be used by keyboard', async () => {
  await openFilled();
  await options.click();
  // Arrow keys in a choice do not move the focus to its fields.
  page.getByRole('radio', { name: /^auto/ }).element().focus();
  await press('{ArrowUp}');
  await expect.element(page.getByRole('textbox', { name: 'Endpoint URL' })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Endpoint URL/ })).toHaveFocus();
  await press('{ArrowDown}');
  await parameters.click();
  await userEvent.fill(custom, 'threshold=0.5');
  await press('{Tab}{Enter}');
  await expect.element(custom).toHaveFocus();
  button('Reset parameters').element().focus();
  await press('{Enter}');
  await expect.element(button('Reset parameters')).toHaveFocus();
});

test('a removed list entry is restored at its position', async () => {
  await openForm('sentence-similarity/sandbox/word-cosine');
  const entry = (number: number) => field(`Input - Sentence #${number}`);
  await userEvent.fill(entry(1), 'Fog');
  await userEvent.fill(entry(2), 'It snows');
  await button('Remove Input - Sentence #1').click();
  await expect.element(entry(1)).toHaveValue('It snows');
  await button('Undo remove').click();
  await expect.element(entry(1)).toHaveValue('Fog');
  await expect.element(entry(2)).toHaveValue('It snows');
  await expect.element(button('Undo remove')).not.toBeInTheDocument();
});

test.each([
  [1, 'A', 1, 'B'],
  [2, 'B', 2, 'C'],
  [3, 'C', 2, 'B'],
])(
  'E18: after entry %i of a list is removed, the focus is in the next one, or in the last one',
  async (removed, _text, at, next) => {
    await openForm('sentence-similarity/sandbox/word-cosine');
    const entry = (number: number) => field(`Input - Sentence #${number}`);
    for (const [index, text] of ['A', 'B', 'C'].entries()) {
      if (entry(index + 1).query() === null) await page.getByRole('button', { name: /^Add/ }).first().click();
      await userEvent.fill(entry(index + 1), text);
    }
    await button(`Remove Input - Sentence #${removed}`).click();
    await expect.element(entry(at)).toHaveFocus();
    await expect.element(entry(at)).toHaveValue(next);
  },
);

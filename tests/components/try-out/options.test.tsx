import { expect, inject, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openForm } from '../support/mount.tsx';
import { openScreen } from '../support/screen.tsx';
import { json, serve } from '../support/server.ts';
import { button, press } from '../support/user.ts';

const SENTIMENT = 'text-classification/sandbox/vader-sentiment';
const CHAT = 'text-generation/sandbox/plain-assistant';

const field = (name: string) => page.getByLabelText(name, { exact: true });
const options = page.getByRole('button', { name: /^Options/ });
const parameters = page.getByRole('button', { name: /^Parameters/ });
const custom = page.getByLabelText('Custom parameter');
const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();

test('C2, C3: a chat shows the default of max_tokens and accepts its alias', async () => {
  const { sent } = await openForm(CHAT);
  await userEvent.fill(field('Message'), 'This is good.');
  await parameters.click();
  await appears(page.getByText(/an integer, at least 0, default 500/));
  expect(field('max_new_tokens').query()).toBe(null);
  await page.getByRole('button', { name: /^More parameters/ }).click();
  await userEvent.fill(custom, 'max_new_tokens=7');
  await press('{Enter}');
  await expect.element(field('max_tokens')).toHaveValue('7');
  await userEvent.fill(custom, 'temprature=1');
  await press('{Enter}');
  await appears(page.getByText('Unknown parameter temprature, sent as is. Did you mean temperature?'));
  await button('Send').click();
  await expect.poll(() => sent[0]).toMatchObject({ max_tokens: 7, temprature: 1 });
});

test('W8, W26: parameters open with one click, the most used first, with a reset and sliders, which show no value before it is set', async () => {
  await openForm(CHAT);
  await parameters.click();
  const slider = page.getByRole('slider', { name: 'temperature, slider' });
  const temperature = field('temperature');
  await expect.element(temperature).toHaveAttribute('placeholder', expect.stringContaining('default'));
  expect(slider.query()).toBe(null);
  const names = page
    .getByRole('textbox')
    .elements()
    .flatMap((input) =>
      [...((input as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent),
    );
  expect(names.filter((name) => /^[a-z_]+$/.test(name))).toEqual([
    'max_tokens',
    'temperature',
    'top_p',
    'seed',
  ]);
  await userEvent.click(document.querySelector('[aria-label="temperature, slider"]')!, {
    position: { x: 4, y: 8 },
  });
  await expect.element(temperature).toHaveValue(expect.stringMatching(/^0/));
  await userEvent.fill(temperature, '0.2');
  (slider.element() as HTMLElement).focus();
  await press('{ArrowRight}');
  await expect.element(slider).toHaveValue('0.3');
  await button('Reset temperature').click();
  await expect.element(temperature).toHaveValue('');
  expect(slider.query()).toBe(null);

  // The others are one more click away.
  await page.getByRole('button', { name: /^More parameters/ }).click();
  await userEvent.fill(field('stop'), 'END');
  await appears(page.getByRole('button', { name: /^Parameters\s*stop END/ }));
  expect(page.getByLabelText('logit_bias').query()).toBe(null);
  await button('Reset parameters').click();
  await appears(page.getByRole('button', { name: /^Parameters\s*default/ }));
  await expect.element(field('stop')).toHaveValue('');
});

test('provider, price, billing account and streaming can be selected', async () => {
  const prices = await fetch(`${inject('sandbox').inferenceUrl}/v1/models`);
  const { url, requests } = await serve({
    '/v1/models': { text: await prices.text() },
    '': [
      {
        headers: { 'Content-Type': 'text/event-stream' },
        text: 'data: {"choices":[{"delta":{"content":"Yes."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
      },
      json({ choices: [{ message: { content: 'Yes.' } }] }),
    ],
  });
  const { output } = openScreen(`/${CHAT}`, { inferenceUrl: url });
  const last = async () => (await requests()).filter(({ method }) => method === 'POST').at(-1)!;
  await options.click();
  await appears(page.getByText(/\$[\d.]+ in, \$[\d.]+ out per 1M tokens/));
  await page.getByRole('radio', { name: /groq/ }).click();
  const account = page.getByLabelText('Billed to');
  const payer = (account.element() as HTMLSelectElement).options[1]!.value;
  await userEvent.selectOptions(account, payer);
  await expect.element(options).toHaveTextContent(`Provider: groq · Billed to ${payer}`);
  await userEvent.fill(field('Message'), 'This is good.');
  await button('Send').click();
  await appears(output.getByText(/^groq ·/));
  expect((await last()).headers).toMatchObject({ 'x-hf-bill-to': payer });
  expect(JSON.parse((await last()).body)).toMatchObject({
    model: expect.stringMatching(/:groq$|^tryout\//) as string,
    stream: true,
  });
  await page.getByRole('radio', { name: /^auto/ }).click();
  await userEvent.selectOptions(account, '');
  await expect.element(options).not.toHaveTextContent('Billed');
  await page.getByRole('switch', { name: /^Stream/ }).click();
  await expect.element(options).toHaveTextContent('Streaming off');
  // A chat empties its field for the next message.
  await userEvent.fill(field('Message'), 'This is good.');
  await button('Send').click();
  await appears(button('Answer again').nth(1));
  expect(JSON.parse((await last()).body)).not.toMatchObject({ stream: true });
  expect((await last()).headers).not.toHaveProperty('x-hf-bill-to');
});

test('F12: a foreign endpoint gets the input but no token; without a valid URL, nothing runs', async () => {
  const endpoint = await serve({ '^/run ': json([{ label: 'elsewhere', score: 0.5 }]) });
  const { sent, output, session } = await openForm(SENTIMENT);
  const run = button('Run');
  const used = () => session.getSnapshot().choices.endpointUrl;
  await userEvent.fill(field('Input'), 'This is good.');
  await options.click();
  await page.getByRole('radio', { name: /^Endpoint URL/ }).click();
  const address = page.getByRole('textbox', { name: 'Endpoint URL' });
  for (const [typed, note] of [
    ['', 'Add an endpoint URL to run'],
    ['my endpoint', "'my endpoint' is not a valid URL. Use a URL that starts with https://."],
    ['https://', 'is not a valid URL'],
    ['http://elsewhere.invalid/run', 'This page can use http:// only for this machine.'],
    ['https://me:secret@elsewhere.invalid/', 'Add an endpoint URL to run'],
  ] as const) {
    await userEvent.fill(address, 'https://models.example/run');
    await appears(page.getByText('Your token is not sent to models.example'));
    expect(used()).toBe('https://models.example/run');
    await userEvent.fill(address, typed);
    await appears(page.getByText(note));
    await appears(page.getByText('Add an endpoint URL to run', { exact: true }));
    await expect.element(run).toHaveAttribute('aria-disabled', 'true');
    // Not the one before.
    expect(used()).toBe('');
  }
  // The keyboard shortcut moves the focus to the missing input.
  (field('Input').element() as HTMLElement).focus();
  await press('{Control>}{Enter}{/Control}');
  await expect.element(address).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.fill(address, `${endpoint.url}/run`);
  const withheld = `Your token is not sent to ${new URL(endpoint.url).host}; tryout run --send-token sends it.`;
  await appears(page.getByText(withheld));
  await run.click();
  await appears(output.getByText('elsewhere', { exact: true }));
  await appears(output.getByText(withheld));
  const [request, ...others] = await endpoint.requests();
  expect(others).toEqual([]);
  expect(request!.headers).not.toHaveProperty('authorization');
  expect(sent).toEqual([{ inputs: 'This is good.' }]);
});

test('S11: caching and loading are options that the request has', async () => {
  const { url, requests } = await serve({ '': json([{ label: 'POSITIVE', score: 0.5 }]) });
  const { output } = openScreen(`/${SENTIMENT}`, { inferenceUrl: url });
  await userEvent.fill(field('Input'), 'This is good.');
  await options.click();
  const group = page.getByRole('group', { name: 'Caching and loading' });
  const wait = 'Wait until the model is loaded';
  for (const name of ['Ignore cached answers', wait, 'Do not load the model', wait])
    await group.getByRole('switch', { name }).click();
  await options.click();
  await appears(page.getByText('Provider: auto'));
  await appears(page.getByText('Do not load the model'));
  await button('Run').click();
  await appears(output.getByText('POSITIVE', { exact: true }));
  const [request] = await requests();
  expect(request!.headers).toMatchObject({ 'x-use-cache': 'false', 'x-load-model': '0' });
  expect(request!.headers).not.toHaveProperty('x-wait-for-model');
});

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

  // The name of a property that all objects have.
  await typeCustom('toString=1');
  await expect.element(field('toString')).toHaveValue('1');
  await button('Remove toString').click();
  await expect.element(field('toString')).not.toBeInTheDocument();

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

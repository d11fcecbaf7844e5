import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { chooseTheme } from '../../../packages/web/src/state/stored/preferences.ts';
import { openForm, showResult } from '../support/mount.tsx';
import { openScreen, type OpenScreen } from '../support/screen.tsx';
import { json, serve, serveChat, type ChatServer } from '../support/server.ts';
import { button, press, stopRun, textsOf, within } from '../support/user.ts';

const SENTIMENT = 'text-classification/sandbox/vader-sentiment';

const input = page.getByLabelText(/^(?:Input|Message)$/);
const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();
const visible = (locator: Locator) => expect.element(locator.first()).toBeVisible();

/** A chat with a server controlled by the test. */
async function openChat(): Promise<OpenScreen & { readonly chat: ChatServer }> {
  const chat = await serveChat();
  const screen = openScreen('/text-generation/sandbox/plain-assistant');
  await appears(input);
  screen.session.setChoices({ ...screen.session.getSnapshot().choices, endpointUrl: chat.address });
  await userEvent.fill(input, 'Say something.');
  return { ...screen, chat };
}

test('Escape closes an open menu before it cancels a run', async () => {
  const { chat, output } = await openChat();
  await button('Send').click();
  await chat.say('One two');
  await button('guest').click();
  const signOut = page.getByRole('link', { name: 'Sign Out' });
  await visible(signOut);
  await press('{Escape}');
  await expect.element(signOut).not.toBeInTheDocument();
  await visible(button('Stop'));
  await press('{Escape}');
  await appears(output.getByText('Canceled.'));
});

test('F35: text is shown as it arrives and stays in place at the end, and partial answers are kept', async () => {
  const { chat, output } = await openChat();
  await button('Send').click();
  await appears(output.getByText('Waiting for the response'));
  await chat.say('One two');
  await visible(output.getByText('One two'));
  await appears(output.getByText('Streaming: 7 characters so far'));
  await chat.say(' three.');
  await visible(output.getByText('One two three.'));
  await chat.finish();
  await appears(button('Answer again'));
  await visible(output.getByText('One two three.'));
  await appears(output.getByText(/^Result ready: /));

  // A new run removes the result; canceling closes the connection and keeps the partial answer.
  await button('Answer again').click();
  await appears(button('Stop'));
  await expect.element(output.getByText('One two three.')).not.toBeInTheDocument();
  await chat.say('Only this much');
  await visible(output.getByText('Only this much'));
  await stopRun();
  expect(await chat.hasLeft('')).toBe(true);
  await visible(output.getByText('Only this much'));

  await button('Answer again').click();
  await chat.say('The beginning');
  await visible(output.getByText('The beginning'));
  await chat.cut();
  await appears(output.getByRole('alert'));
  await appears(output.getByText('The answer is incomplete: it was canceled or interrupted.'));
  await visible(output.getByText('The beginning'));
});

test('W40: an answer is incomplete only after it was canceled or cut', async () => {
  const { chat, output } = await openChat();
  const note = output.getByText(/incomplete/);
  const cancel = async () => {
    await press('{Escape}');
    await chat.hasLeft('');
  };
  for (const [index, end] of [chat.finish, cancel, chat.cut, chat.finish].entries()) {
    await button(index === 0 ? 'Send' : 'Answer again').click();
    await chat.say(`Answer ${index},`);
    await appears(output.getByText(`Answer ${index},`));
    await appears(output.getByText(/Streaming: \d+ characters so far/));
    expect(note.query()).toBe(null);
    await end();
    await appears(button('Answer again'));
    await expect.poll(() => note.elements().length).toBe(index === 1 || index === 2 ? 1 : 0);
  }
});

for (const path of [
  SENTIMENT,
  'fill-mask/sandbox/n-gram-mask',
  'question-answering/sandbox/word-overlap-answers',
])
  test(
    `W41: only an invalid field has the color of errors in ${path}, also during a run`,
    { tags: path === SENTIMENT ? [] : ['nightly'] },
    async () => {
      const { url } = await serve({ '': { ending: 'silence' } });
      openScreen(`/${path}`, { inferenceUrl: url });
      const fields = () =>
        [
          ...document.querySelectorAll<HTMLElement>('main main :is(input, textarea, select), header input'),
        ].filter((field) => field.checkVisibility());
      const borders = () => fields().map((field) => getComputedStyle(field).borderColor);
      await page
        .getByRole('button', { name: /^Try an example/ })
        .first()
        .click();
      await appears(page.getByText(/^Example 1 of/));
      await page.getByRole('button', { name: /^Parameters/ }).click();
      for (const theme of ['light', 'dark'] as const) {
        chooseTheme(theme);
        const resting = borders();
        expect(resting.length).toBeGreaterThan(2);
        await button('Run').click();
        await visible(page.getByRole('progressbar'));
        expect(document.querySelectorAll('main [aria-disabled=true]').length).toBeGreaterThan(0);
        expect(borders()).toEqual(resting);
        await press('{Escape}');
        await appears(button('Run'));
      }
      const number = document.querySelector('main [inputmode=numeric]')!;
      await userEvent.fill(number, 'not a number');
      await button('Run').click();
      const message = page.getByText(/not 'not a number'\. /).first();
      await visible(message);
      const { color } = getComputedStyle(message.element());
      expect(borders().filter((border) => border === color)).toHaveLength(1);
      chooseTheme('system');
    },
  );

test('F40: a loading model is retried, with the estimated time, and returns its answer', async () => {
  const loading = json({ error: 'The model is loading', estimated_time: 20 }, { status: 503 });
  // The second request waits for the model.
  const server = await serve({ '': [loading, { ending: 'open' }] });
  const { output } = openScreen(`/${SENTIMENT}`, { inferenceUrl: server.url });
  await userEvent.fill(input, 'This is good.');
  await button('Run').click();
  await appears(output.getByText('Waiting for the model to load (about 20 s)'));
  await server.send(JSON.stringify([{ label: 'POSITIVE', score: 0.5 }]), 'end');
  await visible(output.getByText('POSITIVE', { exact: true }));
  const waits = (await server.requests()).map(({ headers }) => headers['x-wait-for-model']);
  expect(waits).toEqual([undefined, expect.any(String)]);
});

test('an unavailable model suggests other models and an endpoint, which needs a URL', async () => {
  const { sent, output, model } = openScreen('/text-classification/sandbox/unserved-question-mark');
  await userEvent.fill(input, 'Is it?');
  await appears(page.getByText('No provider runs this model right now'));
  await button('Run').click();
  await appears(output.getByText('No provider runs sandbox/unserved-question-mark right now'));
  expect(sent).toEqual([]);
  const address = page.getByRole('textbox', { name: 'Endpoint URL' });
  // The second time, the options are already open.
  for (let times = 0; times < 2; times += 1) {
    await button('Use an endpoint').click();
    await expect.element(address).toHaveFocus();
    await expect.element(button('Run')).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('radio', { name: /^auto/ }).click();
    await expect.element(button('Run')).not.toHaveAttribute('aria-disabled');
  }
  await output.getByRole('button', { name: 'Show available models' }).click();
  await expect.element(model).toHaveFocus();
  await press('{ArrowDown}');
  await expect.element(page.getByRole('switch', { name: 'Available now' })).toBeChecked();
});

test("S3: a rejected token shows the server's message with the next step", async () => {
  const { url } = await serve({
    '': json({ error: 'Invalid credentials in Authorization header' }, { status: 401 }),
  });
  const { output } = openScreen(`/${SENTIMENT}`, { inferenceUrl: url });
  await userEvent.fill(input, 'This is good.');
  await button('Run').click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await visible(dialog);
  const texts = [
    'Invalid credentials in Authorization header',
    'Sign in again: the token is missing, mistyped or expired.',
  ];
  for (const text of texts) await visible(dialog.getByText(text));
  await dialog.getByRole('button', { name: 'Not now' }).click();
  for (const text of texts) await visible(output.getByText(text));
  await button('Sign in again').click();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Access token' }), 'hf_another');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await visible(output.getByText('You are signed in again.'));
  await expect.element(output.getByText('Invalid credentials')).not.toBeInTheDocument();
  await visible(output.getByRole('button', { name: 'Run again' }));
});

test.each([
  ['text', 'translation/sandbox/pig-latin'],
  ['JSON', SENTIMENT],
])('results are copied as %s', async (kind, path) => {
  const { session, output } = await showResult(path);
  await button('Copy').click();
  await appears(output.getByText('Copied'));
  const copied = await navigator.clipboard.readText();
  const { view } = session.getSnapshot().run.result!;
  if (view.kind === 'text') expect([kind, copied]).toEqual(['text', view.text]);
  else expect(JSON.parse(copied)).toContainEqual({ label: 'POSITIVE', score: expect.any(Number) as number });
});

/** The model, its HTTP status and the texts in the output. */
const failures = [
  ['loads-forever', 503, 'is currently loading', 'try again'],
  ['rate-limited', 429, 'Too many requests', 'Try again in 1 s.'],
  ['payment-required', 402, 'You have exceeded your monthly included credits', '/settings/billing'],
  ['gated', 403, '', 'Request access at '],
  ['server-error', 500, 'CUDA out of memory.', 'try another input or model'],
  ['echoes-token', 400, 'hf_***', ''],
] as const;

test.each(failures)(
  'W11: the failure %s shows the reason and next step, with a link, and can be retried',
  async (model, status, message, hint) => {
    const { output } = await openForm(`text-classification/trouble/${model}`);
    await userEvent.fill(input, 'This is good.');
    await button('Run').click();
    await appears(output.getByRole('heading', { name: 'Error' }));
    await expect.element(button('Run again')).not.toHaveAttribute('aria-disabled');
    const alert = output.getByRole('alert');
    const text = alert.element().textContent;
    expect(text).toContain(message);
    expect(text).toContain(hint);
    expect(text).toContain(`status ${status}`);
    // F9
    expect(text).not.toContain('hf_sandbox');
    if (model !== 'gated') return;
    const [link] = within<HTMLAnchorElement>(alert, 'a');
    expect(link?.href).toMatch(/^http:\S+\/trouble\/gated$/);
    expect(link?.rel).toBe('noopener noreferrer');
  },
);

test.each(['wrong-shape', 'html', 'empty', 'null'])(
  'F39: an answer with an unexpected shape is an error, and what arrived can be copied: %s',
  async (model) => {
    const { output } = await openForm(`text-classification/trouble/${model}`);
    await userEvent.fill(input, 'This is good.');
    await button('Run').click();
    await appears(output.getByRole('alert'));
    expect(textsOf(output.getByRole('alert').elements())).not.toEqual(['']);
    const copy = output.getByRole('button', { name: 'Copy', exact: true }).element();
    expect(copy.getAttribute('aria-disabled')).toBe(model === 'wrong-shape' ? null : 'true');
  },
);

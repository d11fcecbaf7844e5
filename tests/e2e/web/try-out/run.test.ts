import { expect, test } from 'vitest';
import { expectNoViolations, expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { expectFocus } from '../../../support/browser/focus.ts';
import { chatServer } from '../../../support/chat-server.ts';
import { answerJson, sendJson, serve } from '../../../support/loopback.ts';
import { formOf } from './form.ts';

async function openRun(path: string, options: AppOptions = {}) {
  const app = await openApp({ path: `#/${path}`, ...options });
  const runs = () => app.requests.filter(({ method }) => method === 'POST');
  const form = formOf(app.page);
  const input = app.page.getByLabel(/^(?:Input|Message)$/);
  return { ...app, ...form, runs, input };
}

/** A chat with a server controlled by the test. */
async function openChat(options: AppOptions = {}) {
  const chat = await chatServer();
  const opened = await openRun('text-generation/sandbox/plain-assistant', options);
  const { page, openOptions, input } = opened;
  await openOptions();
  await page.getByRole('radio', { name: 'Endpoint URL' }).check();
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(chat.address);
  await page.getByRole('button', { name: /^Options/ }).click();
  await input.fill('Say something.');
  return { ...opened, chat };
}

test('Escape closes an open menu before it cancels a run', async () => {
  const { page, chat, run, output, cancel } = await openChat();
  await run.click();
  await chat.say('One two');
  const account = page.getByRole('button', { name: 'guest' });
  await account.click();
  const signOut = page.getByRole('link', { name: 'Sign Out' });
  await signOut.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => signOut.count()).toBe(0);
  await expect.poll(() => cancel.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await output.getByText('Canceled.').waitFor();
});

test('F35: text is shown as it arrives and stays in place at the end, and partial answers are kept', async () => {
  const { page, errorLog, chat, run, output, cancel, button } = await openChat();
  errorLog.allow(/ERR_INCOMPLETE_CHUNKED_ENCODING/);
  await run.click();
  await output.getByText('Waiting for the response').first().waitFor();
  await chat.say('One two');
  await output.getByText('One two').first().waitFor();
  await output.getByText('Streaming: 7 characters so far').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'run/streaming');
  await chat.say(' three.');
  await output.getByText('One two three.').first().waitFor();
  await chat.finish();
  await output.getByRole('button', { name: 'Answer again' }).waitFor();
  await expect.poll(() => output.getByText('One two three.').first().isVisible()).toBe(true);
  await output.getByText(/^Result ready: /).waitFor();

  // A new run removes the result; canceling closes the connection and keeps the partial answer.
  await button('Answer again').click();
  await cancel.waitFor();
  await expect.poll(() => output.getByText('One two three.').count()).toBe(0);
  await chat.say('Only this much');
  await output.getByText('Only this much').first().waitFor();
  await cancel.click();
  expect(await chat.received.at(-1)!.left).toBe(true);
  await output.getByText('Canceled.').waitFor();
  await expect.poll(() => output.getByText('Only this much').first().isVisible()).toBe(true);
  await takeScreenshot(page, 'run/canceled');
  await chat.cut();

  await button('Answer again').click();
  await chat.say('The beginning');
  await output.getByText('The beginning').first().waitFor();
  await chat.cut();
  await output.getByRole('alert').waitFor();
  await output.getByText('The answer is incomplete: it was canceled or interrupted.').waitFor();
  await expect.poll(() => output.getByText('The beginning').first().isVisible()).toBe(true);
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'run/cut');
});

test('W40: an answer is incomplete only after it was canceled or cut', async () => {
  const { page, errorLog, chat, run, output, button } = await openChat();
  errorLog.allow(/ERR_INCOMPLETE_CHUNKED_ENCODING/);
  const note = output.getByText(/incomplete/);
  const endings = [
    () => chat.finish(),
    () => page.keyboard.press('Escape'),
    () => chat.cut(),
    () => chat.finish(),
  ];
  for (const [index, end] of endings.entries()) {
    await (index === 0 ? run : button('Answer again')).click();
    await chat.say(`Answer ${index},`);
    await output.getByText(`Answer ${index},`).first().waitFor();
    await output.getByText(/Streaming: \d+ characters so far/).waitFor();
    expect(await note.count()).toBe(0);
    await end();
    await button('Answer again').waitFor();
    await expect.poll(() => note.count()).toBe(index === 1 || index === 2 ? 1 : 0);
    if (index === 1) await chat.cut();
  }
});

test.each([
  'text-classification/sandbox/vader-sentiment',
  'fill-mask/sandbox/n-gram-mask',
  'question-answering/sandbox/word-overlap-answers',
])('W41: only an invalid field has the color of errors in %s, also during a run', async (path) => {
  const { page, run, fillExample, openParameters } = await openRun(path);
  const borders = () =>
    page
      .locator(':is(main, header) :is(input, textarea, select)')
      .filter({ visible: true })
      .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).borderColor));
  await fillExample();
  await openParameters();
  const number = page.locator('main [inputmode=numeric]').first();
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    const resting = await borders();
    await page.route('**/hf-inference/**', () => undefined);
    await Promise.all([page.waitForRequest('**/hf-inference/**'), run.click()]);
    await page.getByRole('progressbar').waitFor();
    expect(await page.locator('main [aria-disabled=true]').count()).toBeGreaterThan(0);
    expect(await borders()).toEqual(resting);
    await page.keyboard.press('Escape');
    await run.waitFor();
  }
  await number.fill('not a number');
  await run.click();
  const message = page.getByText(/not 'not a number'\. /).first();
  const danger = await message.evaluate((element) => getComputedStyle(element).color);
  expect((await borders()).filter((color) => color === danger).length).toBe(1);
});

test('F40: a loading model is retried, with the estimated time', async () => {
  const loading = await serve(({ headers }, response) => {
    // The second request waits for the model.
    if (!headers['x-wait-for-model'])
      sendJson(response, { error: 'The model is loading', estimated_time: 20 }, 503);
  });
  const { page, errorLog, run, input, output, cancel } = await openRun(
    'text-classification/sandbox/vader-sentiment',
    { config: { inferenceUrl: loading.url } },
  );
  errorLog.expect(/^failed request: POST \S+: 503$/);
  await input.fill('This is good.');
  await run.click();
  await output.getByText('Waiting for the model to load (about 20 s)').first().waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'run/loading');
  await cancel.click();
  await output.getByText('Canceled.').waitFor();
  expect(loading.received.length).toBeLessThanOrEqual(2);
});

test('a retried model returns its answer', async () => {
  const { errorLog, run, input, output } = await openRun('text-classification/trouble/loads-once');
  errorLog.expect(/^failed request: POST \S+: 503$/);
  await input.fill('This is good.');
  await run.click();
  await output.getByText('POSITIVE', { exact: true }).waitFor();
});

test('an unavailable model suggests other models and an endpoint', async () => {
  const { page, run, input, output, runs } = await openRun(
    'text-classification/sandbox/unserved-question-mark',
  );
  await input.fill('Is it?');
  const note = page.getByText('No provider runs this model right now');
  await note.waitFor();
  await run.click();
  await output.getByText('No provider runs sandbox/unserved-question-mark right now').waitFor();
  await expect.poll(() => runs()).toHaveLength(0);
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'run/unserved');
  await output.getByRole('button', { name: 'Use an endpoint' }).click();
  const address = page.getByRole('textbox', { name: 'Endpoint URL' });
  await expectFocus(address);
  await takeScreenshot(page, 'run/endpoint');
  // The options are already open.
  await page.getByRole('radio', { name: /^auto/ }).check();
  await output.getByRole('button', { name: 'Use an endpoint' }).click();
  await expectFocus(address);
  await output.getByRole('button', { name: 'Show available models' }).click();
  const model = page.getByRole('combobox', { name: 'Model' });
  await expectFocus(model);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.getByRole('switch', { name: 'Available now' }).isChecked()).toBe(true);
});

test("S3: a rejected token shows the server's message with the next step", async () => {
  const refusing = await serve(answerJson({ error: 'Invalid credentials in Authorization header' }, 401));
  const { page, errorLog, run, input, output } = await openRun(
    'text-classification/sandbox/vader-sentiment',
    {
      config: { inferenceUrl: refusing.url },
    },
  );
  errorLog.expect(/^failed request: POST \S+: 401$/);
  await input.fill('This is good.');
  await run.click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByText('Invalid credentials in Authorization header').waitFor();
  await dialog.getByText('Sign in again: the token is missing, mistyped or expired.').waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'run/expired');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await output.getByText('Invalid credentials in Authorization header').waitFor();
  await output.getByText('Sign in again: the token is missing, mistyped or expired.').waitFor();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await dialog.getByRole('textbox', { name: 'Access token' }).fill('hf_another');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await output.getByText('You are signed in again.').waitFor();
  await expect.poll(() => output.getByText('Invalid credentials').count()).toBe(0);
  await output.getByRole('button', { name: 'Run again' }).waitFor();
});

test('texts are copied as text, other results as JSON', async () => {
  const { page, context, output, fillExample, runToResult } = await openRun('translation/sandbox/pig-latin');
  const copied = async () => {
    await output.getByRole('button', { name: 'Copy', exact: true }).click();
    await output.getByText('Copied').waitFor();
    return clipboardText(context);
  };
  await fillExample();
  await runToResult();
  const text = await copied();
  await expect.poll(() => output.getByText(text).count()).toBeGreaterThan(0);
  await page.evaluate((hash) => (location.hash = hash), '#/text-classification/sandbox/vader-sentiment');
  await page.getByRole('heading', { name: 'sandbox/vader-sentiment' }).waitFor();
  await fillExample();
  await runToResult();
  await expect
    .poll(async () => JSON.parse(await copied()))
    .toContainEqual({ label: 'POSITIVE', score: expect.any(Number) });
});

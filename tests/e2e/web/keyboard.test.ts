import { expect, test } from 'vitest';
import { clipboardText } from '../../support/browser/clipboard.ts';
import { awaitFocus, focusOf, goBy, press } from '../../support/browser/focus.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { account } from '../../support/browser/signing-in.ts';
import { formIsThere, goTo } from '../../support/browser/steps.ts';

const nobody = { config: { guestToken: undefined } };

test('from signing in to signing out without a mouse', async () => {
  const { page, context, requests } = await openApp(nobody);
  await awaitFocus(page, 'heading', 'Tryout');
  expect(await page.title()).toBe('Sign in · Tryout');
  await goBy(page, 'textbox', 'Access token');
  await page.keyboard.type('hf_keyboard');
  await goBy(page, 'button', 'Submit');
  await page.keyboard.press('Enter');

  await awaitFocus(page, 'heading', 'Try a model');
  expect(await press(page, 'Tab')).toEqual({ role: 'combobox', name: 'Task' });
  await page.keyboard.type('object');
  await page.getByRole('option', { name: /^Object Detection/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Model' }).waitFor();
  await awaitFocus(page, 'combobox', 'Task');
  expect(await page.title()).toBe('Object Detection · Tryout');

  await goBy(page, 'combobox', 'Model');
  await page.keyboard.type('shape');
  await page.getByRole('option', { name: /shape-detector/ }).waitFor();
  await page.keyboard.press('Enter');
  await awaitFocus(page, 'combobox', 'Model');
  expect(await page.title()).toBe('sandbox/shape-detector · Object Detection · Tryout');
  await formIsThere(page);

  await goBy(page, 'button', 'Try an example');
  await page.keyboard.press('Enter');
  await page.getByText(/^Example 1/).waitFor();
  await awaitFocus(page, 'button', 'Try an example');
  await goBy(page, 'button', 'Run');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  await awaitFocus(page, 'button', 'Run');
  expect(requests.filter(({ url }) => url.startsWith('/inference/'))).toHaveLength(1);

  const boxes = page.getByRole('list', { name: 'Boxes, best first' }).getByRole('button');
  await goBy(page, 'button', /circle|square|rectangle|triangle|ellipse/);
  const first = (await focusOf(page)).name;
  await press(page, 'Space');
  expect(await boxes.first().getAttribute('aria-pressed')).toBe('true');
  expect((await press(page, 'Tab')).name).not.toBe(first);

  await goBy(page, 'button', /^Code/);
  await page.keyboard.press('Enter');
  await page.getByRole('tab').first().waitFor();
  await goBy(page, 'tab', 'curl');
  expect(await press(page, 'ArrowRight')).toEqual({ role: 'tab', name: 'Python' });
  await goBy(page, 'button', 'Copy');
  await page.keyboard.press('Enter');
  await page.getByText('Copied').waitFor({ state: 'attached' });
  expect(await clipboardText(context)).toMatch(/^import|^from/m);
  await page.bringToFront();

  await goBy(page, 'button', /keyboard|guest/, { key: 'Shift+Tab' });
  await press(page, 'Enter');
  await goBy(page, 'link', 'Sign Out');
  await page.keyboard.press('Enter');
  await awaitFocus(page, 'heading', 'Tryout');
  expect(await page.title()).toBe('Sign in · Tryout');
});

test('what Tab stops at follows what is seen', async () => {
  const { page } = await openApp({ path: '#/question-answering/sandbox/word-overlap-answers' });
  await formIsThere(page);
  await page.getByText('served by').first().waitFor();
  const stops = await goBy(page, 'button', /^Code/);
  expect(stops.map((name) => name.replace(/ \d.*/, ''))).toEqual([
    'Skip to content',
    'Tryout, start page',
    'guest',
    'Task',
    'Only models that are served now',
    'Model',
    expect.stringMatching(/^View model on/),
    'Try an example',
    'Input - Question',
    'Input - Context',
    expect.stringMatching(/^Options/),
    'Clear',
    expect.stringMatching(/^Code/),
  ]);
});

test('the way past the header', async () => {
  const { page } = await openApp();
  await page.getByText('Select a task to view available models').waitFor();
  expect(await press(page, 'Tab')).toEqual({ role: 'button', name: 'Skip to content' });
  expect((await press(page, 'Enter')).role).toBe('main');
  expect(await press(page, 'Tab')).toEqual({ role: 'combobox', name: 'Task' });
});

test('Escape closes what is open, and the focus goes back to where it was', async () => {
  const { page } = await openApp();
  await account(page).waitFor();
  await goBy(page, 'button', 'guest');
  await press(page, 'Enter');
  await goBy(page, 'link', 'Sign Out');
  expect(await press(page, 'Escape')).toEqual({ role: 'button', name: 'guest' });
  expect(await page.getByRole('link', { name: 'Sign Out' }).count()).toBe(0);

  await goBy(page, 'combobox', 'Task');
  await press(page, 'ArrowDown');
  await page.getByRole('option').first().waitFor();
  expect(await press(page, 'Escape')).toEqual({ role: 'combobox', name: 'Task' });
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
});

test('signing in again in a dialog gives the focus back to what asked for it', async () => {
  const { page, watch } = await openApp({
    path: '#/text-classification/sandbox/vader-sentiment',
    before: ({ page }) =>
      page.route('**/inference/**', (route) =>
        route.request().headers()['authorization'] === 'Bearer hf_new'
          ? route.continue()
          : route.fulfill({
              status: 401,
              headers: { 'access-control-allow-origin': '*' },
              json: { error: 'Invalid credentials in Authorization header' },
            }),
      ),
  });
  watch.expect(/^failed request: POST \S+: 401$/);
  await formIsThere(page);
  await goBy(page, 'textbox', 'Input');
  await page.keyboard.type('Kept.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor();
  await awaitFocus(page, 'heading', 'Sign in again');
  await goBy(page, 'textbox', 'Access token');
  await page.keyboard.type('hf_new');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await awaitFocus(page, 'textbox', 'Input');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  await awaitFocus(page, 'textbox', 'Input');
  expect(await page.getByRole('textbox', { name: 'Input' }).inputValue()).toBe('Kept.');
});

test('no screen loses the focus of whoever comes to it', async () => {
  const app = await openApp({ path: '#/a/b/c/d' });
  const { page } = app;
  await page.getByText('404 Not Found').waitFor();
  expect(await page.title()).toBe('404 Not Found · Tryout');
  await goBy(page, 'link', 'To the start page');
  await page.keyboard.press('Enter');
  await awaitFocus(page, 'heading', 'Try a model');
  await goTo(app, '/x/y/z/w');
  await awaitFocus(page, 'heading', 'Unexpected Application Error!');
  await page.goBack();
  await awaitFocus(page, 'heading', 'Try a model');
});

test('the keyboard runs, cancels, and runs again, and never has to look for its place', async () => {
  const { page } = await openApp({ path: '#/text-generation/trouble/stream-stalls' });
  await formIsThere(page);
  await goBy(page, 'textbox', 'Input');
  await page.keyboard.type('Go on');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Streaming').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Cancelled: the answer is incomplete.').waitFor();
  await awaitFocus(page, 'textbox', 'Input');
  await goBy(page, 'button', 'Run again');
  // Twice, as fingers do: the second one must not cancel what the first one has begun (F51).
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText('Streaming').first().waitFor();
  await awaitFocus(page, 'heading', 'Output');
  await page.keyboard.press('Enter');
  await goBy(page, 'button', 'Cancel');
  await page.keyboard.press('Enter');
  await page.getByText('Cancelled: the answer is incomplete.').waitFor();
  await awaitFocus(page, 'button', 'Run again');
});

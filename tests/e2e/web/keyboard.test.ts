import { expect, test } from 'vitest';
import { clipboardText } from '../../support/browser/data-transfer.ts';
import { awaitFocus, currentFocus, focusOf, pressUntil, pressTo } from '../../support/browser/focus.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { waitForForm, goTo } from '../../support/browser/steps.ts';

const signedOut = { config: { guestToken: undefined } };

test('everything from signing in to signing out works without a mouse', async () => {
  const { page, context, requests } = await openApp(signedOut);
  await awaitFocus(page, 'heading', 'Tryout');
  await expect.poll(() => page.title()).toBe('Sign in · Tryout');
  await pressUntil(page, 'textbox', 'Access token');
  await page.keyboard.type('hf_keyboard');
  await pressUntil(page, 'button', 'Submit');
  await page.keyboard.press('Enter');

  await awaitFocus(page, 'heading', 'Try a model');
  // W37: `/` focuses the search.
  await pressTo(page, '/', 'combobox', 'Task');
  await page.keyboard.type('object');
  await page.getByRole('option', { name: /^Object Detection/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Model' }).waitFor();
  await awaitFocus(page, 'combobox', 'Task');
  await expect.poll(() => page.title()).toBe('Object Detection · Tryout');

  await pressUntil(page, 'combobox', 'Model');
  await page.keyboard.type('shape');
  await page.getByRole('option', { name: /shape-detector/ }).waitFor();
  await page.keyboard.press('Enter');
  await awaitFocus(page, 'combobox', 'Model');
  await expect.poll(() => page.title()).toBe('sandbox/shape-detector · Object Detection · Tryout');
  await waitForForm(page);

  await pressUntil(page, 'button', /^Try an example/);
  await page.keyboard.press('Enter');
  await page.getByText(/^Example 1/).waitFor();
  await awaitFocus(page, 'button', /^Try an example/);
  await pressUntil(page, 'button', 'Run');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  await awaitFocus(page, 'button', 'Run');
  await expect.poll(() => requests.filter(({ url }) => url.startsWith('/inference/'))).toHaveLength(1);

  const boxes = page.getByRole('list', { name: 'Boxes, best first' }).getByRole('button');
  await pressUntil(page, 'button', /circle|square|rectangle|triangle|ellipse/);
  const first = (await focusOf(page)).name;
  await page.keyboard.press('Space');
  await expect.poll(() => boxes.first().getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await currentFocus(page))?.name).not.toBe(first);

  await pressUntil(page, 'tab', 'Result', { key: 'Shift+Tab' });
  await pressTo(page, 'ArrowRight', 'tab', 'JSON');
  await pressTo(page, 'ArrowRight', 'tab', 'Code');
  await page.getByRole('tab', { name: 'curl' }).waitFor();
  await pressUntil(page, 'tab', 'curl');
  await pressTo(page, 'ArrowRight', 'tab', 'Python');
  await pressUntil(page, 'button', 'Copy', { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await page.getByText('Copied').waitFor({ state: 'attached' });
  expect(await clipboardText(context)).toMatch(/^import|^from/m);
  await page.bringToFront();

  await pressUntil(page, 'button', /keyboard|guest/, { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await pressUntil(page, 'link', 'Sign Out');
  await page.keyboard.press('Enter');
  await awaitFocus(page, 'heading', 'Tryout');
  await expect.poll(() => page.title()).toBe('Sign in · Tryout');
});

test('W24: the tab order follows the visual order', async () => {
  const { page } = await openApp({ path: '#/question-answering/sandbox/word-overlap-answers' });
  await waitForForm(page);
  await page.getByRole('button', { name: /^Model details: via/ }).waitFor();
  const stops = await pressUntil(page, 'button', 'Save run');
  expect(stops.map((name) => name.replace(/ \d.*/, ''))).toEqual([
    'Skip to content',
    'Tryout, home page',
    'Task',
    'Model',
    'Model details: via hf-inference',
    expect.stringMatching(/^View model on/),
    'History',
    'Theme: system. Switch to light',
    'guest',
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^Try an example/) as string),
    'Input - Question',
    'Input - Context',
    expect.stringMatching(/^Parameters/),
    expect.stringMatching(/^Options/),
    // Disabled, and focusable.
    'Run',
    'Clear',
    'Result',
    'Compare',
    'Run on many rows',
    // Disabled, and focusable.
    'Copy',
    'Download',
    'Copy link',
    'Share with result',
    'Save run',
  ]);
  // In two rows, the account comes before the task.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Tryout, home page' }).focus();
  expect(await pressUntil(page, 'button', /^Model details/)).toEqual([
    'History',
    'Theme: system. Switch to light',
    'guest',
    'Task',
    'Model',
    expect.stringMatching(/^Model details/),
  ]);
});

test('the skip link moves past the header, and Escape closes lists and keeps the focus', async () => {
  const { page } = await openApp();
  await page.getByText('Select a task to view available models').waitFor();
  await pressTo(page, 'Tab', 'button', 'Skip to content');
  await pressTo(page, 'Enter', 'main', /^/);
  await pressTo(page, 'Tab', 'link', 'Chat with a model');

  await pressUntil(page, 'combobox', 'Task', { key: 'Shift+Tab' });
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  await pressTo(page, 'Escape', 'combobox', 'Task');
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
});

test('every screen sets the focus', async () => {
  const app = await openApp({ path: '#/a/b/c/d' });
  const { page } = app;
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  await page.getByText('404 Not Found').waitFor();
  await expect.poll(() => page.title()).toBe('404 Not Found · Tryout');
  await pressUntil(page, 'link', 'Go to the home page');
  await page.keyboard.press('Enter');
  await awaitFocus(page, 'heading', 'Try a model');
  await goTo(app, '/x/y/z/w');
  await awaitFocus(page, 'heading', 'Unexpected Application Error!');
  await page.goBack();
  await awaitFocus(page, 'heading', 'Try a model');
  await goTo(app, '/sign-in');
  await awaitFocus(page, 'heading', 'Tryout');
  await pressUntil(page, 'link', 'Tryout, home page', { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await awaitFocus(page, 'heading', 'Try a model');
});

test('running, canceling and running again by keyboard keeps the focus nearby', async () => {
  const { page } = await openApp({ path: '#/text-generation/trouble/stream-stalls' });
  await waitForForm(page);
  await pressUntil(page, 'textbox', 'Message');
  await page.keyboard.type('Go on');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Streaming').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Canceled.').waitFor();
  await awaitFocus(page, 'textbox', 'Message');
  await pressUntil(page, 'button', 'Answer again', { key: 'Shift+Tab' });
  // A double press must not cancel the run it started (F51).
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText('Streaming').first().waitFor();
  await awaitFocus(page, 'group', 'Messages');
  await page.keyboard.press('Enter');
  await pressUntil(page, 'button', 'Stop');
  await page.keyboard.press('Enter');
  await page.getByText('Canceled.').waitFor();
  await awaitFocus(page, 'button', 'Send');
});

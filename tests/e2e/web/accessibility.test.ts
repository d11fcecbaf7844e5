import { createRunLink } from '@tryout/engine';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { pasteText } from '../../support/browser/data-transfer.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { account, question, signInScreen, signOut } from '../../support/browser/signing-in.ts';
import { exampleButton, fillExample, goTo, goToForm, run, runExample } from '../../support/browser/steps.ts';
import { chatServer } from '../../support/chat-server.ts';

// A test checks up to ten screens.
vi.setConfig({ testTimeout: 180_000 });

type Check = (page: Page) => Promise<void>;

/**
 * Checks screens in their fullest state, in one of two appearances by turns, and nightly in the other. Results of all
 * kinds are in `try-out/every-kind.test.ts`.
 */
function testScreens(name: string, visit: (check: Check) => Promise<void>): void {
  for (const [first, tags] of [[], ['nightly']].entries())
    test(first === 0 ? name : `${name}, in the other theme`, { tags }, () => {
      let turn = first;
      return visit((page) => expectNoViolationsIn(page, [twoAppearances[turn++ % 2]!]));
    });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const SENTIMENT = 'sandbox/vader-sentiment';

testScreens('the sign-in screen is accessible with all its notes', async (check) => {
  const { page } = await openApp({
    path: '#/sign-in',
    config: { guestToken: undefined, clientId: undefined },
  });
  await signInScreen(page).box.fill('not a token');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByText('Other ways to sign in').click();
  await page.getByText('Missing clientId').waitFor();
  await check(page);
});

testScreens('screens before a form and lists are accessible', async (check) => {
  const app = await openApp({ path: `#/text-classification/${SENTIMENT}` });
  const { page } = app;
  await runExample(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await check(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find' }).getByRole('option').first().waitFor();
  await check(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Model details: via/ }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: /^updated/ })
    .waitFor();
  await check(page);

  await goTo(app, '/');
  await page.getByRole('region', { name: 'Recent models' }).waitFor();
  await check(page);
  await page.getByRole('combobox', { name: 'Task' }).click();
  await page.getByRole('option').first().waitFor();
  await check(page);
  await goTo(app, '/text-classification');
  await page.getByRole('heading', { name: 'Start with one of these' }).waitFor();
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: /vader/ }).waitFor();
  await check(page);
  await page.getByRole('combobox', { name: 'Model' }).fill('no such model');
  await check(page);
  await goTo(app, '/image-classification');
  await button(page, 'About this task').click();
  await page.getByRole('heading', { name: 'Recommended models' }).waitFor();
  await check(page);

  await goTo(app, '/text-clasification');
  await page.getByText('Did you mean text-classification?').waitFor();
  await account(page).click();
  await page.getByRole('link', { name: 'Sign Out' }).waitFor();
  await check(page);
  await goTo(app, '/sign-in');
  await page.getByText('You are signed in as guest.').waitFor();
  await check(page);
  await goTo(app, '/a/b/c/d');
  await page.getByText('404 Not Found').waitFor();
  await check(page);
});

testScreens('the history is accessible, and so is the question what to keep of it', async (check) => {
  const app = await openApp({ path: '#/image-segmentation/sandbox/color-regions' });
  const { page, errorLog } = app;
  await runExample(page);
  errorLog.expect(/^failed request: POST \S+\/server-error: 500$/);
  await goToForm(app, 'text-classification', 'trouble/server-error');
  await runExample(page);
  await button(page, 'History').click();
  await page.getByRole('dialog', { name: 'History' }).locator('img').waitFor();
  await check(page);
  await page.keyboard.press('Escape');
  await signOut(page);
  await question(page).getByText('2 runs').waitFor();
  await check(page);
});

testScreens('a form is accessible with all its options and errors', async (check) => {
  const id = '01M82A1K5N4CF9J815YY9V73F7';
  const link = await createRunLink(
    {
      run: {
        tryout: 1,
        id,
        task: 'text-classification',
        billTo: 'evil-corp',
        endpointUrl: 'https://models.example/run',
        inputs: { text: 'A good day' },
      },
      media: new Map(),
    },
    'https://example.org/',
  );
  const app = await openApp({ path: new URL(link.url).hash });
  const { page } = app;
  await page.getByText('Confirm this endpoint to run').waitFor();
  await check(page);
  await goToForm(app, 'text-classification', SENTIMENT);
  await button(page, 'Clear').click();
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: /^Parameters/ }).click();
  await page.getByLabel('top_k', { exact: true }).fill('two');
  await page.getByRole('radio', { name: /^Endpoint URL/ }).check();
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill('nowhere');
  await page.getByText("'nowhere' is not a valid URL.").waitFor();
  await check(page);
});

testScreens('fields are accessible in all their states', async (check) => {
  const app = await openApp({ path: '#/image-classification/sandbox/named-colors' });
  const { page } = app;
  const choose = (name: string, text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  await choose('evil.png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await page.getByRole('alert').getByText('evil.png is not an image').waitFor();
  await check(page);
  await button(page, 'Use camera').click();
  await page.getByRole('button', { name: 'Take photo', disabled: false }).waitFor();
  await check(page);
  await goToForm(app, 'automatic-speech-recognition', 'sandbox/morse-listener');
  await button(page, 'Record').click();
  await page.getByRole('button', { name: 'Stop', disabled: false }).waitFor();
  await check(page);
  await goToForm(app, 'table-question-answering', 'sandbox/table-rules');
  await choose('table.json', '{"Name": ["A", "B"], "City": ["Bonn", ""]}');
  await button(page, 'Table').click();
  await page.getByRole('textbox', { name: 'City, row 1' }).focus();
  await button(page, 'Remove column City').waitFor();
  await check(page);
  await button(page, 'JSON').click();
  await page.getByLabel('Input - Table, as JSON').fill('{"City": ["Porto",\n]}');
  await page.getByRole('alert').waitFor();
  await check(page);
  await goToForm(app, 'summarization', 'sandbox/lead-summary');
  await pasteText(page.getByLabel('Input', { exact: true }), 'There was a text.\n'.repeat(30_000));
  await page.getByText('the text is too long to edit').waitFor();
  await check(page);
  await button(page, 'Clear').click();
  await button(page, 'Undo clear').waitFor();
  await check(page);
});

testScreens('runs and code are accessible, and nothing moves with reduced motion', async (check) => {
  const app = await openApp({ path: '#/text-classification/trouble/silent' });
  const { page, errorLog } = app;
  await fillExample(page);
  await run(page);
  await button(page, 'Stop').waitFor();
  const moving = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap(({ playState, effect }) => {
        const { duration, iterations } = effect!.getComputedTiming();
        return playState === 'running' && (Number(duration) > 1 || iterations === Infinity)
          ? [String(duration)]
          : [];
      }),
    );
  await expect.poll(moving).toEqual([]);
  await check(page);
  await page.keyboard.press('Escape');
  await page.getByText('Canceled.').waitFor();
  await check(page);
  errorLog.expect(/^failed request: POST \S+\/gated: 403$/);
  await goToForm(app, 'text-classification', 'trouble/gated');
  await runExample(page);
  await check(page);
  await goToForm(app, 'text-classification', 'sandbox/unserved-question-mark');
  await fillExample(page);
  await run(page);
  await page.getByRole('region', { name: 'Error' }).getByRole('alert').waitFor();
  await check(page);
  await goToForm(app, 'text-classification', SENTIMENT);
  await fillExample(page);
  await page.getByRole('tab', { name: 'Code' }).click();
  for (const language of ['Python', 'JavaScript']) {
    await page.getByRole('tab', { name: language }).click();
    await page.getByRole('region', { name: new RegExp(`^${language}`) }).waitFor();
    await check(page);
  }
});

testScreens('a chat is accessible while it streams and with all parts of answers', async (check) => {
  const chat = await chatServer();
  const { page, errorLog } = await openApp({
    path: '#/text-generation/sandbox/plain-assistant',
    config: { inferenceUrl: chat.url },
  });
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.');
  await button(page, 'Save as preset').click();
  await page.getByRole('button', { name: /^Parameters/ }).click();
  await page.getByLabel('temperature', { exact: true }).fill('0.2');
  await exampleButton(page).click();
  await run(page);
  await chat.send({ reasoning_content: 'Hm.' });
  await page.locator('summary').click();
  await chat.say('**One** `two`\n\n```js\n3\n```\n\n| a |\n|---|\n| b |\n\n[c](https://c.example)');
  await page.getByText('Streaming: ').first().waitFor();
  await check(page);
  const calls = [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":"Paris"}' } }];
  await chat.send({ refusal: 'I cannot.', tool_calls: calls, content: [{ type: 'chart', points: [1] }] });
  await chat.choose([{ index: 1, delta: { content: 'Two.' }, finish_reason: 'stop' }]);
  await chat.finish('length');
  await button(page, 'Answer again').click();
  errorLog.allow(/ERR_INCOMPLETE_CHUNKED_ENCODING/);
  await chat.say('The beginning');
  await page.getByText('The beginning').first().waitFor();
  await chat.cut();
  await page.getByRole('alert').waitFor();
  await button(page, 'Previous draft').click();
  await page.getByRole('heading', { name: 'Tool calls' }).waitFor();
  await check(page);
});

testScreens('comparisons and batches are accessible', async (check) => {
  const comparison = `/text-classification/${SENTIMENT}?compare=${SENTIMENT},sandbox/mood-word-count`;
  const app = await openApp({ path: `#${comparison}` });
  const { page } = app;
  await fillExample(page);
  await run(page);
  await page.getByText('2 of 2 models answered').waitFor({ state: 'attached' });
  await check(page);
  await goTo(app, `${comparison}&batch=`);
  await page.getByLabel('Or paste rows').fill('text,label\nI love it,POSITIVE\nI hate it,NEGATIVE\n');
  await check(page);
  await button(page, 'Use these rows').click();
  await page.getByText(/^4 requests ·/).waitFor();
  await check(page);
  await button(page, 'Start').click();
  await page.getByText('4 of 4', { exact: true }).waitFor();
  await check(page);
  await page.getByRole('tab', { name: 'Report' }).click();
  await page.getByText('95th percentile').waitFor();
  await check(page);
});

testScreens('signing in again after a run is accessible', async (check) => {
  const { page, errorLog } = await openApp({ path: `#/text-classification/${SENTIMENT}` });
  await fillExample(page);
  errorLog.expect(/^failed request: POST \S+: 401$/);
  const json = { error: 'Invalid credentials in Authorization header' };
  await page.route(/hf-inference/, (route) =>
    route.fulfill({ status: 401, headers: { 'access-control-allow-origin': '*' }, json }),
  );
  await run(page);
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await signInScreen(page).address();
  await check(page);
});

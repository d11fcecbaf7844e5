import { readFile } from 'node:fs/promises';
import { readRunsLink } from '@tryout/engine';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { clipboardText } from '../../support/browser/data-transfer.ts';
import { openApp, type AppOptions } from '../../support/browser/open-app.ts';
import { signInScreen, signOut } from '../../support/browser/signing-in.ts';
import { exampleButton, fillExample, goTo, run } from '../../support/browser/steps.ts';
import { sendJson, serve } from '../../support/loopback.ts';

const [A, B] = ['sandbox/vader-sentiment', 'sandbox/mood-word-count'];
const TWO = `/text-classification/${A}?compare=${A},${B}`;

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function runAll(page: Page, count = 2): Promise<void> {
  await run(page);
  await page.getByText(`${count} of ${count} models answered`).waitFor({ state: 'attached' });
}

async function openTwo(options: AppOptions = {}) {
  const app = await openApp({ path: `#${TWO}`, ...options });
  await fillExample(app.page);
  return app;
}

test('a second model is added beside a result, and differences come first', async () => {
  const { page, requests } = await openApp({ path: `#/text-classification/${A}` });
  await fillExample(page);
  await page.route(/inference/, async (route) => {
    await page.getByRole('region', { name: 'Add a model' }).waitFor();
    await route.continue();
  });
  await run(page);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  // The result is not lost, although it comes later.
  await column(page, 'vader-sentiment').getByText('94.8%').waitFor();
  await page.getByRole('combobox', { name: 'Add a model to compare' }).click();
  await page.getByRole('option', { name: /mood-word-count/ }).click();
  await runAll(page);
  const differences = page.getByRole('table', { name: 'Differences, the largest first' });
  expect(await differences.getByRole('row').allInnerTexts()).toEqual([
    expect.stringContaining('mood-word-count'),
    expect.stringContaining('POSITIVE'),
    expect.stringContaining('NEUTRAL'),
    expect.stringContaining('NEGATIVE'),
  ]);
  expect(await differences.locator('mark').allInnerTexts()).toEqual(['POSITIVE', 'NEUTRAL']);
  await page.getByRole('tab', { name: 'Code' }).click();
  await column(page, 'mood-word-count').getByText(B).first().waitFor();
  await page.getByRole('tab', { name: 'Result' }).click();
  await column(page, 'mood-word-count').getByRole('button', { name: 'Use this model' }).click();
  await page.getByRole('button', { name: 'Run again' }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/text-classification/${B}`);
  expect(await page.getByText('Inputs changed').count()).toBe(0);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
});

test('words that differ are marked in long texts without scrolling', { tags: ['nightly'] }, async () => {
  const [first, second] = ['sandbox/pig-latin', 'sandbox/morse-code'];
  const path = `#/translation/${first}?compare=${first},${second}`;
  const { page } = await openApp({ path });
  await page.getByLabel('Input', { exact: true }).fill('I love this and you. '.repeat(950));
  await runAll(page);
  for (const name of ['pig-latin', 'morse-code']) await column(page, name).locator('mark').first().waitFor();
  // Hidden text in the columns does not make the page scroll.
  const main = page.getByRole('main');
  expect(await main.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});

test('a model that fails or is canceled leaves the others, and Stop cancels all', async () => {
  const inference = await serve(({ url }, response) => {
    if (url.includes(A)) return sendJson(response, [{ label: 'FINE', score: 1 }]);
    if (url.includes(B)) return sendJson(response, { error: 'out of order' }, 400);
  });
  const third = 'sandbox/question-or-statement';
  const { page, errorLog } = await openTwo({
    path: `#${TWO},${third}`,
    config: { inferenceUrl: inference.url },
  });
  errorLog.expect(/mood-word-count.*400|status of 400/);
  await run(page);
  await column(page, 'vader-sentiment').getByText('FINE').waitFor();
  await column(page, 'mood-word-count').getByText('out of order').waitFor();
  await page.getByRole('button', { name: 'Cancel question-or-statement' }).click();
  await column(page, 'question-or-statement').getByText('Canceled.').waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel question-or-statement' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Cancel / }).count()).toBe(1);
  await stopUntilCanceled(page, 'question-or-statement');
  await page.getByRole('button', { name: 'Remove mood-word-count' }).click();
  await expect.poll(() => page.url()).toMatch(`compare=${A},${third}`);
  await column(page, 'vader-sentiment').getByText('FINE').waitFor();
});

/** Clicks Stop until a model is canceled: a second click within half a second does not stop the run. */
async function stopUntilCanceled(page: Page, name: string): Promise<void> {
  await expect
    .poll(async () => {
      const stop = page.getByRole('button', { name: 'Stop', exact: true });
      if (await stop.isVisible()) await stop.click();
      return column(page, name).getByText('Canceled.').count();
    })
    .toBe(1);
}

test('models that are left when one is removed go on, and Stop cancels them', async () => {
  const held: Route[] = [];
  const third = 'sandbox/question-or-statement';
  const { page } = await openTwo({ path: `#${TWO},${third}` });
  await page.route(/hf-inference\/models/, (route) => void held.push(route));
  await run(page);
  const isFirst = (route: Route) => route.request().url().includes(A);
  await expect.poll(() => held.some(isFirst)).toBe(true);
  await page.getByRole('button', { name: 'Cancel question-or-statement' }).waitFor();
  await page.getByRole('button', { name: 'Remove mood-word-count' }).click();
  await expect.poll(() => page.url()).toMatch(`compare=${A},${third}`);
  await held.find(isFirst)!.continue();
  await column(page, 'vader-sentiment').getByText('POSITIVE').waitFor();
  await stopUntilCanceled(page, 'question-or-statement');
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove vader-sentiment' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe(`#/text-classification/${third}`);
});

test('a model that is compared with itself has both results', async () => {
  let count = 0;
  const inference = await serve((_request, response) => {
    count += 1;
    sendJson(response, [{ label: `ANSWER ${count}`, score: 1 }]);
  });
  const config = { inferenceUrl: inference.url };
  const { page } = await openTwo({ path: `#/text-classification/${A}?compare=${A},${A}`, config });
  await runAll(page);
  const results = page.getByRole('group', { name: 'Results, side by side' });
  for (const label of ['ANSWER 1', 'ANSWER 2']) await results.getByText(label).first().waitFor();
});

test('a blind comparison hides names until a vote, which the history keeps', async () => {
  const held: Route[] = [];
  const { page } = await openApp({
    path: `#${TWO}`,
    async before(visitor) {
      await visitor.page.route(/expand\[\]=widgetData/, (route) => void held.push(route));
      // The second model is Model A.
      await visitor.page.addInitScript(() => (Math.random = () => 0));
    },
  });
  await exampleButton(page).click();
  await page.getByText('Loading an example').waitFor();
  // The example fills the form although the comparison changes.
  await page.getByRole('switch', { name: 'Blind' }).check();
  await Promise.all(held.splice(0).map((route) => route.continue()));
  await page.getByText(/^Example \d/).waitFor();
  await runAll(page);
  const panel = page.getByRole('region', { name: 'Comparison' });
  expect(await panel.innerText()).not.toMatch(/vader|mood/);
  await column(page, 'Model B').getByText('94.8%').waitFor();
  await page.getByRole('button', { name: 'Model B is best' }).click();
  const tally = page.getByRole('table', { name: 'Blind votes so far' });
  await tally.waitFor();
  await page.getByRole('status').getByText('vader-sentiment won.').waitFor();
  await tally.getByRole('row', { name: `${A} 1 0 0` }).waitFor();
  await panel.getByText('vader-sentiment').first().waitFor();
  // One entry, which opens both results again.
  await page.getByRole('button', { name: 'History' }).click();
  const entries = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  await entries.getByText('2 models').waitFor();
  expect(await entries.count()).toBe(1);
  await goToPlainForm(page);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await column(page, 'vader-sentiment').getByText('94.8%').waitFor();
  await column(page, 'mood-word-count').getByText('66.7%').waitFor();
  // The next vote is counted, too.
  await page.getByRole('switch', { name: 'Blind' }).check();
  await run(page);
  await page.getByRole('button', { name: 'Tie' }).click();
  await page.getByRole('status').getByText('A tie.').waitFor();
  await tally.getByRole('row', { name: `${A} 1 0 1` }).waitFor();
});

async function goToPlainForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close' }).click();
  await page.evaluate((hash) => (location.hash = hash), `#/summarization`);
  await page.getByText('Start with one of these').waitFor();
}

test('links and run files carry the candidates, and addresses at most eight', async () => {
  const app = await openTwo();
  const { page, context } = app;
  await runAll(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await clipboardText(context);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save runs' }).click();
  const download = await downloading;
  const path = await download.path();
  const file = JSON.parse(await readFile(path, 'utf8')) as { runs: { model: string }[] };
  expect(file.runs.map(({ model }) => model)).toEqual([A, B]);
  await page.goto('about:blank');
  await page.goto(link);
  await expect.poll(() => page.url()).toMatch(new RegExp(`compare=${A},${B}$`));
  await expect.poll(() => page.getByLabel('Input', { exact: true }).inputValue()).not.toBe('');
  expect(await column(page, 'mood-word-count').getByText('66.7%').count()).toBe(0);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByLabel('Open a run file').setInputFiles({
    name: 'two.run.json',
    mimeType: 'application/json',
    buffer: await readFile(path),
  });
  await column(page, 'mood-word-count').getByText('66.7%').waitFor();

  const names = Array.from({ length: 40 }, (_, index) => `sandbox/model-${index}`);
  await goTo(app, `/text-classification/${A}?compare=${['../x', 'a/b/c', 'b:<c>', ...names].join()}`);
  await column(page, 'model-0').waitFor();
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBeLessThanOrEqual(8);
});

test('models are marked and compared with the keyboard', { tags: ['nightly'] }, async () => {
  const { page } = await openApp({ path: '#/text-classification' });
  await page.getByRole('combobox', { name: 'Model' }).focus();
  for (const key of ['ArrowDown', 'Shift+Enter', 'ArrowDown', 'Shift+Enter']) await page.keyboard.press(key);
  await page.getByRole('option', { name: 'marked to compare' }).nth(1).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/Compare 2 models|Available now/);
  await page.getByRole('button', { name: 'Compare 2 models' }).press('Enter');
  await column(page, 'vader-sentiment').waitFor();
  await exampleButton(page).press('Enter');
  await page.getByLabel('Input', { exact: true }).press('Control+Enter');
  await page.getByText('2 of 2 models answered').waitFor({ state: 'attached' });
});

test('phones swipe through the columns of a comparison', { tags: ['nightly'] }, async () => {
  const { page } = await openTwo({ device: 'phone' });
  await runAll(page);
  const [content, width] = await page
    .getByRole('group', { name: 'Results, side by side' })
    .evaluate((box) => [box.scrollWidth, box.clientWidth]);
  expect(content).toBeGreaterThan(width!);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // The page does not follow a model to its new place.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('switch', { name: 'Blind' }).check();
  await page.evaluate(() => (Math.random = () => 0));
  await run(page);
  await page.getByText('Which result is best?').waitFor();
  expect((await column(page, 'Model A').boundingBox())!.x).toBeLessThan(100);
});

test('each model continues with its own answers, in one entry of the history, or all with one answer', async () => {
  const [first, second] = ['sandbox/plain-assistant', 'sandbox/picture-assistant'];
  const path = `#/text-generation/${first}?compare=${first},${second}`;
  const { page, requests } = await openApp({ path });
  const message = page.getByRole('textbox', { name: 'Message' });
  const turns = (name: string) => column(page, name).getByRole('list', { name: 'Conversation' });
  await message.fill('What is 3/4 + 1/8?');
  await message.press('Enter');
  await page.getByText('2 of 2 models answered').waitFor({ state: 'attached' });
  await message.fill('And now?');
  await message.press('Enter');
  await turns('plain-assistant').getByText('0.875').waitFor();
  await turns('picture-assistant').getByText('There is no picture').waitFor();
  await page.getByText('Each model continues with its own answers.').waitFor();
  expect(await turns('picture-assistant').getByText('0.875').count()).toBe(0);
  interface Sent {
    readonly model: string;
    readonly messages: readonly { readonly content: string }[];
  }
  const posts = () => requests.filter(({ method }) => method === 'POST');
  await expect.poll(() => posts().length).toBe(4);
  const answers = posts()
    .slice(-2)
    .map(({ body }) => {
      const { model, messages } = JSON.parse(Buffer.from(body).toString()) as Sent;
      return [model.split(':')[0], messages.length, messages[1]!.content.includes('0.875')];
    });
  expect(answers.sort()).toEqual([
    [second, 3, false],
    [first, 3, true],
  ]);
  await page.getByText('2 of 2 models answered').waitFor({ state: 'attached' });
  // One entry, which opens both conversations again.
  await page.getByRole('button', { name: 'History' }).click();
  const entries = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  await entries.getByText('2 models').waitFor();
  expect(await entries.count()).toBe(1);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await turns('plain-assistant').getByText('0.875').waitFor();

  await column(page, 'picture-assistant').getByLabel('Continue with this answer').check();
  await message.fill('And then?');
  await message.press('Enter');
  const conversation = page.getByRole('list', { name: 'Conversation' });
  await conversation.getByText('And then?').first().waitFor();
  await conversation.getByText('There is no picture').first().waitFor();
  await page.getByText('2 of 2 models answered').waitFor({ state: 'attached' });
  // That was for one message.
  const continued = column(page, 'picture-assistant').getByLabel('Continue with this answer');
  expect(await continued.isChecked()).toBe(false);
  await column(page, 'plain-assistant').getByRole('button', { name: 'Use this model' }).click();
  await page.getByRole('button', { name: 'New chat', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'You' }).count()).toBe(3);
});

test('answers that fit a schema are shown as JSON, also earlier ones, and a link keeps the schema', async () => {
  const chat = await serve(({ method }, response) => {
    if (method === 'GET') return sendJson(response, { data: [] });
    const choices = [{ index: 0, delta: { content: '{"city":"Rome"}' }, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`);
  });
  const [first, second] = ['sandbox/plain-assistant', 'sandbox/picture-assistant'];
  const app = await openApp({ path: `#/text-generation/${first}`, config: { inferenceUrl: chat.url } });
  const { page, context } = app;
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^JSON Schema/ }).click();
  await page.getByLabel('Schema of the answers').fill('{"type":"object"}');
  await goTo(app, `/text-generation/${first}?compare=${first},${second}`);
  const message = page.getByRole('textbox', { name: 'Message' });
  const json = '{\n  "city": "Rome"\n}';
  const shownIn = (part: Locator) => part.getByRole('group', { name: 'Answer' }).filter({ hasText: json });
  for (const text of ['Where?', 'And then?']) {
    await message.fill(text);
    await message.press('Enter');
    await page.getByText('2 of 2 models answered').waitFor({ state: 'attached' });
    for (const name of ['plain-assistant', 'picture-assistant']) await shownIn(column(page, name)).waitFor();
  }
  // What both have answered before is shown once.
  await shownIn(page.getByRole('list', { name: 'Conversation' })).waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await clipboardText(context);
  const runs = await readRunsLink(link);
  expect(runs.map(({ run }) => run.schema)).toEqual([{ type: 'object' }, { type: 'object' }]);
  await page.getByRole('button', { name: 'New chat' }).click();
  await message.fill('Who?');
  await message.press('Enter');
  const sent = () => JSON.parse(String(chat.received.at(-1)!.body)) as { messages: unknown[] };
  await expect.poll(() => sent().messages).toMatchObject([{ content: 'Who?' }]);
});

test('a message whose answers ended with signing out is not shown to the next user', async () => {
  const model = 'sandbox/plain-assistant';
  const { page } = await openApp({
    path: `#/text-generation/${model}?compare=${model}:groq,${model}:hf-inference`,
  });
  await page.route(/chat\/completions/, () => undefined);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Only for me');
  await message.press('Enter');
  await page
    .getByRole('button', { name: /^Cancel / })
    .first()
    .waitFor();
  await signOut(page);
  // The runs that it canceled are not recorded.
  const { box } = signInScreen(page);
  await box.fill('hf_next_user');
  await box.press('Enter');
  await message.waitFor();
  expect(await message.inputValue()).toBe('');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText('No runs yet').waitFor();
});

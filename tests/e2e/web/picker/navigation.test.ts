import { expect, test } from 'vitest';
import { taskGroups, tasks } from '@tryout/engine';
import { expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { expectFocus } from '../../../support/browser/focus.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { fieldsOf, openDetails } from './fields.ts';

const SENTIMENT = 'sandbox/vader-sentiment';

test('the start page asks for a task, lists all tasks by category and links to them with their descriptions', async () => {
  const { page } = await openApp();
  const { task, model, options, pageLink } = fieldsOf(page);
  await page.getByText('Select a task to view available models').waitFor();
  await page.getByRole('region', { name: `All ${tasks.length} tasks` }).waitFor();
  await expect.poll(() => task.getAttribute('placeholder')).toBe('Select a task');
  await expect.poll(() => model.count()).toBe(0);
  await expect.poll(() => pageLink.count()).toBe(0);
  await expect.poll(() => page.title()).toBe('Tryout');
  await takeScreenshot(page, 'picker/start');
  await task.click();
  await takeScreenshot(page, 'picker/tasks');
  const listed = taskGroups.flatMap((group) => group.tasks);
  await expect.poll(() => options.first().textContent()).toContain(listed[0]!.label);
  await expect.poll(() => options.first().textContent()).toContain(listed[0]!.summary);
  await expect.poll(() => options.first().getAttribute('data-heading')).toBe(taskGroups[0]!.label);
  await expect.poll(() => options.first().getAttribute('aria-setsize')).toBe(String(tasks.length));
  await page.keyboard.press('End');
  await options.filter({ hasText: listed.at(-1)!.label }).waitFor();

  await page.keyboard.press('Escape');
  const overview = page.getByRole('region', { name: `All ${tasks.length} tasks` });
  for (const { label, tasks: grouped } of taskGroups) {
    const group = overview.getByRole('region', { name: label });
    await expect
      .poll(() => group.getByRole('link').allTextContents())
      .toEqual(grouped.map((task) => task.label));
    const text = await group.innerText();
    for (const { summary } of grouped) expect(text).toContain(summary);
  }
  await overview.getByRole('link', { name: tasks[22]!.label }).click();
  await page.waitForURL(`**/#/${tasks[22]!.id}`);
  await overview.waitFor({ state: 'detached' });
});

test('selecting a task and a model updates URL and title and links to the model page; back and forward work', async () => {
  const { page, sandbox } = await openApp();
  const { task, model, options, pageLink, status } = fieldsOf(page);
  await task.click();
  await page.keyboard.type('text cl');
  await options.filter({ hasText: 'Text Classification' }).first().click();
  await page.waitForURL(/#\/text-classification$/);
  await status(/^\d+ models/).waitFor();
  await expect.poll(() => page.title()).toBe('Text Classification · Tryout');
  await expect.poll(() => task.inputValue()).toBe('Text Classification');
  await expect.poll(() => model.getAttribute('placeholder')).toBe('Select a model');
  await model.click();
  await options.filter({ hasText: SENTIMENT }).click();
  await page.waitForURL(new RegExp(`#/text-classification/${SENTIMENT}$`));
  await expect.poll(() => page.title()).toBe(`${SENTIMENT} · Text Classification · Tryout`);
  await expect.poll(() => model.inputValue()).toBe(SENTIMENT);
  await openDetails(page);
  await page.getByText(/^updated \d{4}-\d\d-\d\d$/).waitFor();
  await page.keyboard.press('Escape');
  const attributes = await pageLink.evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.rel]);
  expect(attributes).toEqual([`${sandbox.hubUrl}/${SENTIMENT}`, '_blank', 'noopener noreferrer']);
  await expect.poll(() => pageLink.textContent()).toBe('View model on the sandbox');
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  await takeScreenshot(page, 'picker/chosen');

  await page.goBack();
  await expect.poll(() => model.inputValue()).toBe('');
  await expect.poll(() => pageLink.count()).toBe(0);
  await page.goBack();
  await page.getByText('Select a task to view available models').waitFor();
  await expect.poll(() => task.inputValue()).toBe('');
  await expect.poll(() => page.title()).toBe('Tryout');
  await page.goForward();
  await page.goForward();
  await expect.poll(() => model.inputValue()).toBe(SENTIMENT);
  await expect.poll(() => page.title()).toBe(`${SENTIMENT} · Text Classification · Tryout`);
});

test('another model can be selected from the list', async () => {
  const { page } = await openApp({ path: `#/translation/sandbox/morse-code` });
  const { model, options, status } = fieldsOf(page);
  await status('2 models').waitFor();
  await model.click();
  // All models are listed, not just matches of the current name.
  await expect.poll(() => options.count()).toBe(2);
  await expect
    .poll(() => options.filter({ hasText: 'selected' }).textContent())
    .toContain('sandbox/morse-code');
  // The name is selected, so that typing replaces it.
  await page.keyboard.type('pig');
  await expect.poll(() => model.inputValue()).toBe('pig');
  await page.keyboard.press('Enter');
  await page.waitForURL(/sandbox\/pig-latin$/);
  await page.getByRole('heading', { name: 'sandbox/pig-latin' }).waitFor();
});

test('a link to a task shows its models', async () => {
  const { page } = await openApp({ path: '#/translation' });
  const { task, status } = fieldsOf(page);
  await status('2 models').waitFor();
  await expect.poll(() => task.inputValue()).toBe('Translation');
});

test('W31: a link to a model of another task looks it up and offers its task', async () => {
  const { page } = await openApp({ path: '#/translation/sandbox/vader-sentiment' });
  const { model, status } = fieldsOf(page);
  await status('2 models').waitFor();
  await expect.poll(() => model.inputValue()).toBe(SENTIMENT);
  // W31: opening it in its task is the only action.
  expect(await page.getByRole('button', { name: 'Run' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Open in Text Classification' }).click();
  await page.waitForURL(new RegExp(`#/text-classification/${SENTIMENT}$`));
});

test('T16: the list of tasks shows the alias that a task is found by, and Enter without a match keeps the message', async () => {
  const { page } = await openApp();
  const { task, options } = fieldsOf(page);
  await task.fill('stt');
  await expect
    .poll(() => options.first().textContent())
    .toMatch(/^Automatic Speech Recognition\s*stt · audio/);
  await task.fill('speech');
  await options.filter({ hasText: /^Automatic Speech Recognition\s*audio/ }).waitFor();

  await task.fill('gpt2');
  const message = page.getByText('No task matches “gpt2”');
  await message.waitFor();
  await task.press('Enter');
  await expect.poll(() => task.getAttribute('aria-expanded')).toBe('true');
  expect(await message.isVisible()).toBe(true);
});

test('W10: a link without a task looks up the model, and a link to an alias opens its task', async () => {
  const { page } = await openApp({ path: '#/' });
  await page.getByText('Or paste a model ID or the URL of a model page.').waitFor();
  await page.goto(new URL(`#/${SENTIMENT}`, page.url()).href);
  await page.waitForURL(new RegExp(`#/text-classification/${SENTIMENT}$`));
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByText('mit license').waitFor();
  await page.goto(new URL('#/asr', page.url()).href);
  await page.waitForURL(/#\/automatic-speech-recognition$/);
});

test('C5: a link to a missing model suggests similar ones', async () => {
  const { page, errorLog } = await openApp({ path: `#/text-classification/${SENTIMENT}al` });
  errorLog.expect(/^failed request: GET \S+vader-sentimental\S*: 404$/);
  await page.getByText(`Model ${SENTIMENT}al not found`).waitFor();
  await page.getByRole('heading', { name: 'Start with one of these' }).waitFor();
  await takeScreenshot(page, 'picker/no-such-model');
  expect(await page.getByText('not found').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
  await page.getByRole('alert').getByRole('link', { name: SENTIMENT }).click();
  await page.waitForURL(new RegExp(`#/text-classification/${SENTIMENT}$`));
  await fieldsOf(page).model.waitFor();
});

test('a link to a missing task suggests the closest one, and the field can be used', async () => {
  const { page } = await openApp({ path: '#/text-clasification/sandbox/vader-sentiment' });
  const { task, status } = fieldsOf(page);
  await page.getByText("Unknown task 'text-clasification'").waitFor();
  await page.getByText('Did you mean text-classification?').waitFor();
  await expectNoViolationsIn(page, twoAppearances);
  await takeScreenshot(page, 'picker/no-such-task');
  await expect.poll(() => task.getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('alert').getByRole('link', { name: 'Text Classification' }).click();
  await page.waitForURL(/#\/text-classification\/sandbox\/vader-sentiment$/);
  await page.goBack();
  await task.click();
  await page.keyboard.type('fill');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/fill-mask$/);
  await status(/^\d+ models?/).waitFor();
  // The field lost the focus while models were loading.
  await expectFocus(task);
});

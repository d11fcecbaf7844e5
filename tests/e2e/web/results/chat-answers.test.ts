import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { takeScreenshot } from '../../../support/browser/screenshots.ts';
import { chatServer } from '../../../support/chat-server.ts';
import { formOf } from '../try-out/form.ts';

/** A chat with a server controlled by the test. */
async function startedChat() {
  const chat = await chatServer();
  const { page, context } = await openApp({ path: '#/text-generation/sandbox/plain-assistant' });
  const form = formOf(page);
  await form.openOptions();
  await page.getByRole('radio', { name: 'Endpoint URL' }).check();
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(chat.address);
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByLabel('Message', { exact: true }).fill('Say something.');
  await form.run.click();
  return { ...form, page, context, chat };
}

function reasoningOf(page: Page) {
  const details = page.locator('details').filter({ has: page.getByText('Reasoning', { exact: true }) });
  const isOpen = () => details.evaluate((element: HTMLDetailsElement) => element.open);
  return { details, isOpen };
}

test('W2, C2, W1: a truncated or filtered answer is marked, and one with only reasoning is expanded', async () => {
  const { page, chat, output, button } = await startedChat();
  await chat.say('Once upon a time');
  await chat.finish('length');
  await button('Answer again').waitFor();
  const note =
    'The answer was cut off at its length limit, max_tokens=500. Increase max_tokens under Parameters.';
  await output.getByText(note, { exact: true }).waitFor();
  await output.getByText(new RegExp(`^Result ready: .*${note.slice(0, 20)}`)).waitFor();
  await expectNoViolations(page);
  await takeScreenshot(page, 'run/cut-off');

  await button('Answer again').click();
  await chat.say('Once');
  await chat.finish('content_filter');
  await output
    .getByText('A content filter stopped the answer; it may be incomplete.', { exact: true })
    .waitFor();

  await button('Answer again').click();
  await chat.send({ reasoning: 'Hm.' });
  await chat.finish('length');
  await output.getByText('(no answer, only reasoning)').waitFor();
  expect(await reasoningOf(page).isOpen()).toBe(true);
  expect(await output.getByText('(no text)').count()).toBe(0);
});

test('W1: reasoning is collapsed above the answer, during and after streaming', async () => {
  const { page, context, chat, output, button } = await startedChat();
  const { details, isOpen } = reasoningOf(page);
  await chat.send({ reasoning_content: 'Six sevens ' });
  await output.getByText('Reasoning: 11 characters so far').waitFor();
  await details.waitFor();
  expect(await isOpen()).toBe(false);
  await details.locator('summary').click();
  await details.getByText('Six sevens').first().waitFor();
  await chat.send({ reasoning_content: 'are 42.' });
  await chat.say('It is 42.');
  await output.getByText('It is 42.').first().waitFor();
  await details.getByText('Six sevens are 42.').first().waitFor();
  await expectNoViolations(page);
  await chat.finish();
  await button('Answer again').waitFor();
  expect(await isOpen()).toBe(true);
  await takeScreenshot(page, 'run/reasoning');
  await button('Copy').click();
  expect(await clipboardText(context)).toBe('It is 42.');
});

test('code in an answer is shown and copied as it is written', async () => {
  const { context, chat, output, button } = await startedChat();
  await chat.say('```html\n&lt;p&gt;\n```\n\nThat is `&amp;lt;`.');
  await chat.finish();
  await button('Answer again').waitFor();
  await expect.poll(() => output.locator('code').allTextContents()).toEqual(['&lt;p&gt;', '&amp;lt;']);
  await button('Copy code').click();
  expect(await clipboardText(context)).toBe('&lt;p&gt;');
});

test('W1: tool calls are shown and copied as JSON', async () => {
  const { page, context, chat, output, button } = await startedChat();
  await chat.send({
    tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"city":' } }],
  });
  await chat.send({ tool_calls: [{ index: 0, function: { arguments: '"Paris"}' } }] });
  await chat.finish('tool_calls');
  await output.getByRole('heading', { name: 'Tool calls' }).waitFor();
  await expect.poll(() => output.locator('pre').innerText()).toContain('"city": "Paris"');
  expect(await output.getByText('(no text)').count()).toBe(0);
  await expectNoViolations(page);
  await takeScreenshot(page, 'run/tool-calls');
  await button('Copy').click();
  expect(JSON.parse(await clipboardText(context))).toEqual([
    { name: 'weather', arguments: { city: 'Paris' } },
  ]);
});

test('R1, R3, R4: a refusal, other parts and further answers are shown and copied', async () => {
  const { page, context, chat, output, button } = await startedChat();
  await chat.send({ refusal: 'I cannot help ' });
  await chat.send({ refusal: 'with that.', content: [{ type: 'chart', points: [1] }] });
  await chat.choose([{ index: 1, delta: { content: '<think>Hm.</think>Two.' }, finish_reason: 'stop' }]);
  await chat.finish();
  await button('Answer again').waitFor();
  await output.getByText('The model refused: I cannot help with that.').waitFor();
  await expect.poll(() => output.locator('pre').innerText()).toContain('"type": "chart"');
  await output.getByRole('heading', { name: 'Answer 2' }).waitFor();
  await output.getByText('Two.').waitFor();
  expect(await output.getByText('(no text)').count()).toBe(0);
  await expectNoViolations(page);
  await takeScreenshot(page, 'run/refusal');
  await button('Copy').click();
  expect(await clipboardText(context)).toMatch(/^The model refused: [^]*Two\.$/);
});

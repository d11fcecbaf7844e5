import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openApp, type AppOptions } from '../../../support/browser/open-app.ts';
import { fillExample, run } from '../../../support/browser/steps.ts';
import { chatServer } from '../../../support/chat-server.ts';

/** Sends a message to a server whose answer the test streams. */
async function startChat(options: AppOptions = {}) {
  const chat = await chatServer();
  const config = { inferenceUrl: chat.url };
  const app = await openApp({ path: '#/text-generation/sandbox/plain-assistant', config, ...options });
  await fillExample(app.page);
  await run(app.page);
  return { ...app, chat };
}

function scrolled(page: Page) {
  return page.getByRole('group', { name: 'Reasoning' }).evaluate((box) => ({
    top: Math.round(box.scrollTop),
    left: Math.round(box.scrollHeight - box.clientHeight - box.scrollTop),
  }));
}

function isInView(element: Locator) {
  return element.evaluate((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

test('reasoning follows the end of its stream until the user scrolls up', async () => {
  const { page, chat } = await startChat();
  const lines = (word: string, many: number) => `${word} is said in a line of its own.\n`.repeat(many);
  await chat.send({ reasoning: lines('First', 200) });
  await page.locator('summary').click();
  await expect.poll(async () => (await scrolled(page)).top).toBeGreaterThan(500);
  await expect.poll(async () => (await scrolled(page)).left).toBeLessThan(3);

  await page.getByRole('group', { name: 'Reasoning' }).evaluate((box) => box.scrollTo(0, 100));
  await expect.poll(async () => (await scrolled(page)).top).toBe(100);
  await chat.send({ reasoning: lines('Second', 200) });
  await page.getByText('Second is said').first().waitFor({ state: 'attached' });
  await expect.poll(async () => (await scrolled(page)).top).toBe(100);

  await page.getByRole('group', { name: 'Reasoning' }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await chat.send({ reasoning: lines('Third', 200) });
  await page.getByText('Third is said').first().waitFor({ state: 'attached' });
  await expect.poll(async () => (await scrolled(page)).left).toBeLessThan(3);
});

test('W21: the end of a long answer is in view while it grows, and Stop is, too', async () => {
  const { page, chat } = await startChat({ device: 'phone' });
  const output = page.getByRole('region', { name: 'Output' });
  await chat.say('This is the first line.\n\n');
  await output.getByText('This is the first line.').first().waitFor();
  await chat.say(`${'More is said.\n\n'.repeat(200)}This is the last line.`);
  const last = output.locator('[aria-busy]').getByText('This is the last line.');
  await expect.poll(() => isInView(last)).toBe(true);
  await expect.poll(() => isInView(output.getByRole('button', { name: 'Stop' }))).toBe(true);
});

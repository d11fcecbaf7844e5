import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chatAnswers } from '../../../support/chat-server.ts';
import { openResult } from './open-result.ts';

const path = 'text-generation/sandbox/plain-assistant';

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

test('a stream is shown as it arrives and announced in complete sentences', async () => {
  const story = chatAnswers();
  const { output } = await openResult({ path, answer: story.answer });
  const log = output.getByRole('log');
  await story.say('Once upon a **time** there was');
  await output.locator('strong').getByText('time').waitFor();
  await expect.poll(() => log.textContent()).toBe('');
  await story.say(' a model. It wrote');
  await expect.poll(() => log.textContent()).toBe('Once upon a **time** there was a model.');
  await story.say(' a line.\n    And another.');
  await expect
    .poll(() => output.locator('[aria-busy]').evaluate((text: HTMLElement) => text.innerText))
    .toMatch(/^Once upon a time there was a model\. It wrote a line\.\n\s*And another\.$/);
  await story.finish();
  await output.getByRole('button', { name: 'Answer again' }).waitFor();
  await expect.poll(() => log.textContent()).toMatch(/And another\.$/);
});

test('reasoning follows the end of its stream until the user scrolls up', async () => {
  const story = chatAnswers();
  const { page } = await openResult({ path, answer: story.answer });
  const lines = (word: string, many: number) => `${word} is said in a line of its own.\n`.repeat(many);
  await story.send({ reasoning: lines('First', 200) });
  await page.locator('summary').click();
  await expect.poll(async () => (await scrolled(page)).top).toBeGreaterThan(500);
  await expect.poll(async () => (await scrolled(page)).left).toBeLessThan(3);

  await page.getByRole('group', { name: 'Reasoning' }).evaluate((box) => box.scrollTo(0, 100));
  await expect.poll(async () => (await scrolled(page)).top).toBe(100);
  await story.send({ reasoning: lines('Second', 200) });
  await page.getByText('Second is said').first().waitFor({ state: 'attached' });
  await expect.poll(async () => (await scrolled(page)).top).toBe(100);

  await page.getByRole('group', { name: 'Reasoning' }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await story.send({ reasoning: lines('Third', 200) });
  await page.getByText('Third is said').first().waitFor({ state: 'attached' });
  await expect.poll(async () => (await scrolled(page)).left).toBeLessThan(3);
});

test('W21: the end of a long answer is in view while it grows, and Stop is, too', async () => {
  const story = chatAnswers();
  const { output } = await openResult({ path, answer: story.answer, device: 'phone' });
  await story.say('This is the first line.\n\n');
  await output.getByText('This is the first line.').first().waitFor();
  await story.say(`${'More is said.\n\n'.repeat(200)}This is the last line.`);
  const last = output.locator('[aria-busy]').getByText('This is the last line.');
  await expect.poll(() => isInView(last)).toBe(true);
  await expect.poll(() => isInView(output.getByRole('button', { name: 'Stop' }))).toBe(true);
});

test('a selection of long text is copied as text', async () => {
  const story = chatAnswers();
  const { output } = await openResult({ path, answer: story.answer });
  const text = Array.from({ length: 300 }, (_, index) => `Line ${index}\n${index % 7 ? '' : '\n'}`).join('');
  await story.say(`${text}End`);
  await story.finish();
  await output.getByRole('button', { name: 'Answer again' }).waitFor();
  const selected = await output.locator('[aria-busy]').evaluate((box) => {
    getSelection()!.selectAllChildren(box);
    return getSelection()!.toString();
  });
  expect(selected.trim()).toBe(`${text}End`);
});

test.each(['A', 'س'])('X5: a stream of 100,000 %s can be canceled', async (letter) => {
  const story = chatAnswers();
  const { page, output } = await openResult({ path, answer: story.answer });
  await story.say('Once: ');
  for (let piece = 0; piece < 1000; piece += 1) await story.say(letter.repeat(100));
  await output.getByText('Streaming: 100,006 characters so far').waitFor();
  // Stop ignores clicks in the first half second (F51), which is longer than the stream on a fast machine.
  await page.keyboard.press('Escape');
  expect(await story.left()).toBe(true);
});

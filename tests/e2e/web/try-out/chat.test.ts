import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../../support/browser/open-app.ts';
import { savedForm } from '../../../support/browser/steps.ts';
import { formOf } from './form.ts';

const shapes = join(import.meta.dirname, '../../../../examples/shapes.png');

async function openChat(model: string) {
  const { page } = await openApp({ path: `#/text-generation/${model}` });
  const form = formOf(page);
  const input = page.getByLabel('Message', { exact: true });
  const say = async (text: string) => {
    await input.fill(text);
    await input.press('Enter');
  };
  return { ...form, page, input, say };
}

test('W3, W21, W36, W60: a conversation survives reloads at its end, with its drafts, its system prompt and its schema', async () => {
  const { page, input, say, output, openOptions } = await openChat('sandbox/plain-assistant');
  await page.setViewportSize({ width: 1280, height: 420 });
  const isStored = (text: string) => expect.poll(async () => (await savedForm(page)).forms).toContain(text);
  const draft = output.getByRole('group', { name: 'Drafts' });
  const box = output.getByRole('group', { name: 'Messages' });
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.');
  await say('My name is Ada');
  await output.getByText('Hello Ada, I will remember').first().waitFor();
  expect(await input.inputValue()).toBe('');
  expect(await page.getByText(/^Add .* to run/).count()).toBe(0);
  await output.getByRole('button', { name: 'Answer again' }).click();
  await draft.getByText('2 of 2').waitFor();
  await input.fill('Summarize our conversation');
  await isStored('Summarize our conversation');
  await page.reload();
  await output.getByText('Hello Ada, I will remember').first().waitFor();
  expect(await output.getByText('The answer is incomplete').count()).toBe(0);
  expect(await output.getByText(/\d+ tokens in, \d+ out/).count()).toBe(1);
  expect(await input.inputValue()).toBe('Summarize our conversation');
  await draft.getByRole('button', { name: 'Previous draft' }).click();
  await draft.getByText('1 of 2').waitFor();
  await input.press('Enter');
  await output.getByRole('heading', { name: 'Our conversation' }).waitFor();
  await output.getByRole('cell', { name: 'My name is Ada' }).waitFor();
  await output.getByText('a system message of 2 words').first().waitFor();
  await output
    .getByText(/\d+ tokens in, \d+ out/)
    .first()
    .waitFor();
  await openOptions();
  await page.getByRole('button', { name: /^JSON Schema/ }).click();
  const schema = page.getByLabel('Schema of the answers');
  await schema.fill('{"type":"object"}');
  await isStored('a system message of 2 words');
  await page.reload();
  await expect.poll(() => schema.inputValue()).toBe('{"type":"object"}');
  await output.getByRole('button', { name: 'Answer again' }).nth(1).waitFor();
  const fromEnd = () =>
    box.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  expect(await box.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(100);
  await expect.poll(fromEnd).toBeLessThan(2);
});

test('W29: a conversation is one row of the history, opens with its drafts, and is deleted at once', async () => {
  const { page, say, output } = await openChat('sandbox/plain-assistant');
  await say('My name is Ada');
  await output.getByText('Hello Ada, I will remember').first().waitFor();
  await say('What is my name?');
  await output.getByRole('button', { name: 'Answer again' }).nth(1).click();
  await output.getByText('2 of 2').waitFor();
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await say('Spell one');
  await output.getByText('O-N-E', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  const rows = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  const chat = page.getByRole('listitem', { name: 'Text Generation My name is Ada' });
  await chat.getByText('3 answers').waitFor();
  await chat.getByRole('button', { name: 'Open' }).click();
  await output.getByText('2 of 2').waitFor();
  await output.getByText('Hello Ada, I will remember').first().waitFor();
  // Answers continue the same row.
  await say('Spell two');
  await output.getByText('T-W-O', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  await chat.getByText('4 answers').waitFor();
  await chat.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Chat deleted.').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await chat.getByText('4 answers').waitFor();
  await chat.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  await chat.getByText('5 answers').waitFor();
});

test('S1: an image is sent with the message', async () => {
  const { page, say, output } = await openChat('sandbox/picture-assistant');
  await page.getByLabel('Attach an image').setInputFiles(shapes);
  await page.getByRole('img', { name: 'shapes.png' }).waitFor();
  await say('What color is the background?');
  await output.getByText('white', { exact: true }).first().waitFor();
  await expect.poll(async () => (await savedForm(page)).forms).toContain('white');
  await page.reload();
  await output.getByRole('img', { name: 'shapes.png' }).waitFor();
  await say('How many red circles are there?');
  await output.getByText('3', { exact: true }).first().waitFor();
});

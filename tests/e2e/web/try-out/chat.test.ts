import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { savedForm } from '../../../support/browser/steps.ts';
import { chatServer } from '../../../support/chat-server.ts';
import { formOf } from './form.ts';

const shapes = join(import.meta.dirname, '../../../../examples/shapes.png');

async function openChat(model: string) {
  const { page } = await openApp({ path: `#/text-generation/${model}` });
  const form = formOf(page);
  const input = page.getByLabel('Input', { exact: true });
  const say = async (text: string) => {
    await input.fill(text);
    await input.press('Enter');
  };
  return { ...form, page, input, say };
}

test('W3: a conversation has a system prompt, survives a reload, and can be answered again and edited', async () => {
  const { page, input, say, output, button } = await openChat('sandbox/plain-assistant');
  await page.getByRole('button', { name: /^System prompt/ }).click();
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.');
  await say('My name is Ada');
  await output.getByText('Hello Ada, I will remember').first().waitFor();
  expect(await input.inputValue()).toBe('');
  expect(await page.getByText('Missing:').count()).toBe(0);
  await input.fill('Summarize our conversation');
  await expect.poll(async () => (await savedForm(page)).forms).toContain('Summarize our conversation');
  await page.reload();
  await output.getByText('Hello Ada, I will remember').first().waitFor();
  expect(await output.getByText('The answer is incomplete').count()).toBe(0);
  expect(await input.inputValue()).toBe('Summarize our conversation');
  await input.press('Enter');
  await output.getByRole('heading', { name: 'Our conversation' }).waitFor();
  await output.getByRole('cell', { name: 'My name is Ada' }).waitFor();
  await output.getByText('a system message of 2 words').first().waitFor();
  await output
    .getByText(/\d+ tokens in, \d+ out/)
    .first()
    .waitFor();
  expect(await output.getByRole('list', { name: 'Conversation' }).innerText()).toContain('Hello Ada');
  await expectNoViolations(page);
  await button('Run again').click();
  await output.getByRole('cell', { name: 'My name is Ada' }).waitFor();
  await button('Edit message').click();
  expect(await input.inputValue()).toBe('Summarize our conversation');
});

test.each([
  ['a desktop', 1280, 800],
  ['a phone', 390, 844],
])(
  'on %s, the end of a long conversation is in view with the next message, even after a reload',
  async (_, width, height) => {
    const { page, input, run, say, output } = await openChat('sandbox/plain-assistant');
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: /^System prompt/ }).waitFor();
    for (const number of [11, 12, 13, 14, 15, 16]) {
      await say(`What is ${number} * 2?`);
      await output
        .getByText(`${number} * 2 = ${2 * number}`)
        .first()
        .waitFor();
    }
    const parts = [output.getByText('What is 16 * 2?'), output.getByText('16 * 2 = 32').first(), input, run];
    const outside = async () => {
      const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
      return boxes.filter((box) => box.y < 0 || box.y + box.height > height);
    };
    expect(await outside()).toEqual([]);
    await expect.poll(async () => (await savedForm(page)).forms).toContain('16 * 2 = 32');
    await page.reload();
    await expect.poll(outside).toEqual([]);
  },
);

test('W27: on a phone, Stop is in view while an answer streams', async () => {
  const { page, say, cancel } = await openChat('trouble/stream-stalls');
  await page.setViewportSize({ width: 390, height: 844 });
  await say('One more line\n'.repeat(40));
  await page.getByText('Streaming').first().waitFor();
  const button = (await cancel.boundingBox())!;
  expect(button.y).toBeGreaterThanOrEqual(0);
  expect(button.y + button.height).toBeLessThan(844);
});

test('C2: an answer that was cut off can be continued', async () => {
  const server = await chatServer();
  const { page, input, output, button, openOptions } = await openChat('sandbox/plain-assistant');
  await openOptions();
  await page.getByRole('radio', { name: 'Endpoint URL' }).check();
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(server.address);
  await input.fill('Count');
  await input.press('Enter');
  await server.say('one, two');
  await server.finish('length');
  await button('Continue').click();
  await server.say('three');
  await server.finish();
  await output.getByText('three').first().waitFor();
  const body = JSON.parse(server.received.at(-1)!.body.toString()) as { messages: { content: string }[] };
  expect(body.messages.map(({ content }) => content)).toEqual([
    'Count',
    'one, two',
    'Continue exactly where you stopped.',
  ]);
});

test('F28, W15: Markdown loads nothing, runs nothing, and shows direction overrides', async () => {
  const server = await chatServer();
  const { page, input, output, openOptions } = await openChat('sandbox/plain-assistant');
  await openOptions();
  await page.getByRole('radio', { name: 'Endpoint URL' }).check();
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(server.address);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await input.fill('Attack');
  await input.press('Enter');
  await server.say(
    '![x](https://evil.test/x.png) <img src=https://evil.test/y onerror=alert(1)> [a](javascript:alert(1)) ' +
      '[b](https://example.org) \u202eabc\n\n<script>alert(1)</script>',
  );
  await server.finish();
  await output.getByRole('link', { name: 'b' }).waitFor();
  expect(await output.locator('img, script').count()).toBe(0);
  expect(
    await output.locator('a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)),
  ).toEqual(['https://evil.test/x.png', 'https://example.org/']);
  expect(await output.getByRole('link', { name: 'b' }).getAttribute('rel')).toBe('noopener noreferrer');
  expect(await output.innerText()).toContain('<U+202E>abc');
  await input.fill('\u05e9\u05dc\u05d5\u05dd');
  expect(await input.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  expect(loaded.filter((url) => url.includes('evil.test'))).toEqual([]);
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

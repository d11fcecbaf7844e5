import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectNoViolations, expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { exampleButton, savedForm } from '../../../support/browser/steps.ts';
import { chatServer } from '../../../support/chat-server.ts';
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

test('W3: a conversation has a system prompt, survives a reload, and can be answered again and edited', async () => {
  const { page, input, say, output } = await openChat('sandbox/plain-assistant');
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.');
  await say('My name is Ada');
  await output.getByText('Hello Ada, I will remember').first().waitFor();
  expect(await input.inputValue()).toBe('');
  expect(await page.getByText(/^Add .* to run/).count()).toBe(0);
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
  await output.getByRole('button', { name: 'Answer again' }).last().click();
  await output.getByText('2 of 2').waitFor();
  await output.getByRole('button', { name: 'Edit message' }).last().click();
  expect(await input.inputValue()).toBe('Summarize our conversation');
});

// Of the small windows, four turns fill several.
test.each([
  ['a desktop', 10, 1280, 800],
  ['a phone', 4, 390, 844],
  ['a desktop at 200%', 4, 640, 400],
])(
  'W21, W36: on %s, the last answer and its actions are in view after each of %i turns, even after a reload',
  async (_, turns, width, height) => {
    const { page, input, say, output } = await openChat('sandbox/plain-assistant');
    await page.setViewportSize({ width, height });
    const send = page.getByRole('button', { name: 'Send' });
    const outside = async (text: string) => {
      const again = output.getByRole('button', { name: 'Answer again' }).last();
      const parts = [output.getByText(text, { exact: true }).last(), again, input, send];
      const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
      const top = (await output.getByRole('group', { name: 'Messages' }).boundingBox())!.y;
      return boxes.filter((box) => box.y < top || box.y + box.height > height).length;
    };
    for (let number = 1; number <= turns; number += 1) {
      await say(`What is ${number} * 2?`);
      await output
        .getByRole('button', { name: 'Answer again' })
        .nth(number - 1)
        .waitFor();
      await expect.poll(() => outside(`${number} * 2 = ${2 * number}`)).toBe(0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    const last = `${turns} * 2 = ${2 * turns}`;
    await expect.poll(async () => (await savedForm(page)).forms).toContain(last);
    await page.reload();
    await output.getByText(last, { exact: true }).waitFor();
    await expect.poll(() => outside(last)).toBe(0);
  },
);

test('W21: new text does not move a chat that was scrolled back, and a button returns to the end', async () => {
  const server = await chatServer();
  const { page, input, output, openOptions } = await openChat('sandbox/plain-assistant');
  await openOptions();
  await page.getByRole('radio', { name: 'Endpoint URL' }).check();
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(server.address);
  await input.fill('Go on');
  await input.press('Enter');
  const box = output.getByRole('group', { name: 'Messages' });
  const fromEnd = () =>
    box.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
  await server.say('Line  \n'.repeat(60));
  await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBeGreaterThan(500);
  await expect.poll(fromEnd).toBeLessThan(2);
  await box.hover();
  await page.mouse.wheel(0, -400);
  const end = page.getByRole('button', { name: 'Go to the end' });
  await end.waitFor();
  const top = await box.evaluate((element) => element.scrollTop);
  await server.say('More  \n'.repeat(60));
  await output.getByText('More').first().waitFor();
  expect(await box.evaluate((element) => element.scrollTop)).toBe(top);
  await end.click();
  await expect.poll(fromEnd).toBeLessThan(2);
  await end.waitFor({ state: 'detached' });
  await server.say('Last  \n'.repeat(60));
  await output.getByText('Last').first().waitFor();
  await expect.poll(fromEnd).toBeLessThan(2);
  await server.finish();
  await page.getByRole('button', { name: 'Send' }).waitFor();
});

test('a chat asks for JSON by a schema, shows the object, and explains answers that do not fit', async () => {
  const server = await chatServer();
  const { page, input, say, output, openOptions } = await openChat('sandbox/plain-assistant');
  await openOptions();
  await page.getByRole('radio', { name: 'Endpoint URL' }).check();
  await page.getByRole('textbox', { name: 'Endpoint URL' }).fill(server.address);
  await page.getByRole('button', { name: /^JSON Schema/ }).click();
  const schema = page.getByLabel('Schema of the answers');
  const note = page.getByRole('alert');
  for (const [text, problem] of [
    ['{"type":', 'The schema is not valid JSON'],
    ['[1]', 'it is not an object'],
    ['{"pattern": "("}', '#/pattern: String does not match'],
  ] as const) {
    await schema.fill(text);
    await note.getByText(problem).waitFor();
  }
  await say('Too early');
  await output.getByRole('alert').getByText('#/pattern: String does not match').waitFor();
  expect(await input.inputValue()).toBe('Too early');
  expect(server.received.filter(({ method }) => method === 'POST')).toEqual([]);
  const city = { type: 'object', properties: { city: { type: 'string', pattern: '^(a+)+$' } } };
  await schema.fill(JSON.stringify(city));
  await expect.poll(() => note.getByText('pattern').count()).toBe(1);
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByText('json_schema').first().waitFor();
  await page.getByRole('tab', { name: 'Settings' }).click();

  await say('Which city?');
  await server.say('```json\n{"city":"aaa"}\n```');
  await server.finish();
  const answer = output.getByRole('group', { name: 'Answer' });
  await expect.poll(() => answer.innerText()).toContain('{\n  "city": "aaa"\n}');
  expect(JSON.parse(String(server.received.at(-1)!.body))).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { schema: city } },
  });
  for (const [text, problem] of [
    ['Aachen, of course', 'the answer is not JSON'],
    ['{"city":5}', 'the answer does not fit the schema: #/city'],
    [`{"city":"${'a'.repeat(40)}!"}`, 'the schema is too complex to check the answer'],
  ] as const) {
    await say('Again?');
    await server.say(text);
    await server.finish();
    await output.getByRole('alert').getByText(problem).waitFor();
    await output.getByText(text).first().waitFor();
  }
  expect(await output.getByText('The answer is incomplete').count()).toBe(0);
  await expectNoViolations(page);
  await expect.poll(async () => (await savedForm(page)).forms).toContain('^(a+)+$');
  await page.reload();
  await expect.poll(() => schema.inputValue()).toBe(JSON.stringify(city));
});

test('W21: answers again and edits at any turn are drafts, which survive a reload and branch into new chats', async () => {
  const { page, input, say, output } = await openChat('sandbox/plain-assistant');
  const turn = (number: number) =>
    output
      .getByRole('list', { name: 'Conversation' })
      .getByRole('listitem')
      .nth(number - 1);
  const drafts = (number: number) => turn(number).getByRole('group', { name: 'Drafts' });
  for (const word of ['one', 'two', 'six']) {
    await say(`Spell ${word}`);
    await output
      .getByText([...word.toUpperCase()].join('-'), { exact: true })
      .first()
      .waitFor();
  }
  await turn(2).getByRole('button', { name: 'Edit message' }).click();
  expect(await input.inputValue()).toBe('Spell two');
  await say('Spell ten');
  await output.getByText('T-E-N', { exact: true }).first().waitFor();
  await expect.poll(() => drafts(2).innerText()).toContain('2 of 2');
  await turn(2).getByRole('button', { name: 'Answer again' }).click();
  await expect.poll(() => drafts(2).innerText()).toContain('3 of 3');
  expect(await output.getByText('S-I-X', { exact: true }).count()).toBe(0);
  await expect.poll(async () => (await savedForm(page)).forms).toContain('S-I-X');
  await page.reload();
  await page.setViewportSize({ width: 1280, height: 420 });
  await drafts(2).getByRole('button', { name: 'Previous draft' }).click();
  await expect.poll(() => drafts(2).innerText()).toContain('2 of 3');
  const { y: place } = (await drafts(2).boundingBox())!;
  await drafts(2).getByRole('button', { name: 'Previous draft' }).click();
  await expect.poll(() => drafts(2).innerText()).toContain('1 of 3');
  // The first draft has its own end, which does not move the arrows away.
  await output.getByText('S-I-X', { exact: true }).first().waitFor();
  await output.getByRole('button', { name: 'Go to the end' }).waitFor();
  expect((await drafts(2).boundingBox())!.y).toBeCloseTo(place, -1);
  await turn(2).getByRole('button', { name: 'New chat from here' }).click();
  await output.getByText('T-W-O', { exact: true }).first().waitFor();
  await expect.poll(() => output.getByText('S-I-X', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await page.getByRole('heading', { name: 'Chat with plain-assistant' }).waitFor();
  await page.getByRole('button', { name: 'Back to the last chat' }).click();
  await output.getByText('T-W-O', { exact: true }).first().waitFor();
  await expectNoViolationsIn(page, twoAppearances);
});

test('W21, W36: system prompts are saved as presets, whatever was stored; at 320 px the caption of the example is visible', async () => {
  const { page } = await openChat('sandbox/plain-assistant');
  const system = page.getByRole('textbox', { name: 'System prompt' });
  for (const text of ['Be brief.', 'Answer in French.']) {
    await system.fill(text);
    await page.getByRole('button', { name: 'Save as preset' }).click();
  }
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  expect(await system.inputValue()).toBe('');
  await page.reload();
  const preset = page.getByRole('combobox', { name: 'Preset' });
  await preset.selectOption('Be brief.');
  expect(await system.inputValue()).toBe('Be brief.');
  await page.getByRole('button', { name: 'Delete preset' }).click();
  await expect
    .poll(() => preset.getByRole('option').allInnerTexts())
    .toEqual(['Not saved', 'Answer in French.']);
  expect(await system.inputValue()).toBe('Be brief.');
  await expectNoViolations(page);

  // Stored by others.
  for (const stored of ['{', '"Be brief."', '[1, null, {"a": "b"}, "Be brief.", "", "Be brief."]']) {
    await page.evaluate((text) => localStorage.setItem('systemPrompts', text), stored);
    await page.reload();
    await system.waitFor();
    expect(await preset.count()).toBe(stored.startsWith('[') ? 1 : 0);
  }
  expect(await preset.getByRole('option').count()).toBe(2);

  await page.setViewportSize({ width: 320, height: 568 });
  await exampleButton(page).click();
  const caption = page.getByText('Example 1 of 3');
  await expect.poll(async () => (await caption.boundingBox())?.width).toBeGreaterThan(100);
  expect((await caption.boundingBox())!.height).toBeLessThan(48);
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
});

test('W21: answers have the name of their model and say how fast they came', async () => {
  const { page, say, output } = await openChat('sandbox/plain-assistant');
  await say('What can you do?');
  await output.getByText(/to the first token · \d+ tokens\/s/).waitFor();
  await output.getByRole('heading', { name: 'plain-assistant', exact: true }).waitFor();
  const column = (await output.getByRole('list', { name: 'Conversation' }).boundingBox())!;
  expect(column.width).toBeGreaterThanOrEqual(720);
  expect(column.width).toBeLessThanOrEqual(820);
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('group', { name: 'JSON' }).getByText('choices').waitFor();
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByText('What can you do?').last().waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.poll(() => page.getByRole('complementary', { name: 'Settings' }).count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Settings' }).click();
  // The tab stays.
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Code', selected: true }).waitFor();
  await settings.getByRole('tab', { name: 'Settings' }).click();
  await settings.getByLabel('System prompt').waitFor();
});

test('W27: on a phone, Stop is in view while the answer to a long message streams', async () => {
  const { page, input, cancel } = await openChat('trouble/stream-stalls');
  await page.setViewportSize({ width: 390, height: 844 });
  await input.fill('One more line\n'.repeat(40));
  await input.press('Enter');
  await page.getByText('Streaming').first().waitFor();
  const box = (await cancel.boundingBox())!;
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(844);
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

import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openForm } from '../support/mount.tsx';
import { openScreen } from '../support/screen.tsx';
import { serveChat } from '../support/server.ts';
import { button, press, textsOf, within } from '../support/user.ts';

const CHAT = 'text-generation/sandbox/plain-assistant';

const input = page.getByLabelText('Message', { exact: true });
const messages = page.getByRole('group', { name: 'Messages' });
const conversation = page.getByRole('list', { name: 'Conversation' });
const system = page.getByRole('textbox', { name: 'System prompt' });
const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();

const say = async (text: string) => {
  await userEvent.fill(input, text);
  await press('{Enter}');
};

/** A chat with a server controlled by the test. */
async function openWithServer() {
  const chat = await serveChat();
  const screen = openScreen(`/${CHAT}`);
  await appears(input);
  screen.session.setChoices({ ...screen.session.getSnapshot().choices, endpointUrl: chat.address });
  return { ...screen, chat };
}

// Of the small windows, four turns fill several.
for (const [name, turns, width, height, tags] of [
  ['a desktop', 10, 1280, 800, ['nightly']],
  ['a phone', 4, 390, 844, []],
  ['a desktop at 200%', 4, 640, 400, ['nightly']],
] as const)
  test(
    `W21, W36: on ${name}, the last answer and its actions are in view after each of ${turns} turns`,
    { tags: [...tags] },
    async () => {
      await page.viewport(width, height);
      const { output } = openScreen(`/${CHAT}`);
      const again = output.getByRole('button', { name: 'Answer again' });
      for (let number = 1; number <= turns; number += 1) {
        await say(`What is ${number} * 2?`);
        await appears(again.nth(number - 1));
        const parts = [output.getByText(`${number} * 2 = ${2 * number}`, { exact: true }), again];
        const outside = () => {
          const { top } = messages.element().getBoundingClientRect();
          return [...parts.map((part) => part.last()), input, button('Send')].filter((part) => {
            const box = part.element().getBoundingClientRect();
            return box.top < top || box.bottom > height;
          }).length;
        };
        await expect.poll(outside).toBe(0);
      }
      expect(document.documentElement.scrollHeight - innerHeight).toBe(0);
    },
  );

test('W21: new text does not move a chat that was scrolled back, and a button returns to the end', async () => {
  const { chat, output } = await openWithServer();
  await say('Go on');
  const box = messages.element();
  const fromEnd = () => box.scrollHeight - box.clientHeight - box.scrollTop;
  await chat.say('Line  \n'.repeat(60));
  await expect.poll(() => box.scrollTop).toBeGreaterThan(500);
  await expect.poll(fromEnd).toBeLessThan(2);
  await userEvent.wheel(messages, { delta: { y: -400 } });
  const end = button('Go to the end');
  await appears(end);
  const top = box.scrollTop;
  await chat.say('More  \n'.repeat(60));
  await appears(output.getByText('More'));
  expect(box.scrollTop).toBe(top);
  await end.click();
  await expect.poll(fromEnd).toBeLessThan(2);
  await expect.element(end).not.toBeInTheDocument();
  await chat.say('Last  \n'.repeat(60));
  await appears(output.getByText('Last'));
  await expect.poll(fromEnd).toBeLessThan(2);
  await chat.finish();
  await appears(button('Send'));
});

test('a chat asks for JSON by a schema, shows the object, and explains answers that do not fit', async () => {
  const { chat, output } = await openWithServer();
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('button', { name: /^JSON Schema/ }).click();
  const schema = page.getByLabelText('Schema of the answers');
  for (const [text, problem] of [
    ['{"type":', 'The schema is not valid JSON'],
    ['[1]', 'it is not an object'],
    ['{"pattern": "("}', '#/pattern: String does not match'],
  ] as const) {
    await userEvent.fill(schema, text);
    await appears(page.getByRole('alert').getByText(problem));
  }
  await say('Too early');
  await appears(output.getByRole('alert').getByText('#/pattern: String does not match'));
  await expect.element(input).toHaveValue('Too early');
  expect(await chat.requests()).toEqual([]);
  const city = { type: 'object', properties: { city: { type: 'string', pattern: '^a+$' } } };
  await userEvent.fill(schema, JSON.stringify(city));
  await expect.poll(() => page.getByRole('alert').getByText('pattern').elements().length).toBe(1);
  await page.getByRole('tab', { name: 'Code' }).click();
  await appears(page.getByText('json_schema'));
  await page.getByRole('tab', { name: 'Settings' }).click();

  await say('Which city?');
  await chat.say('```json\n{"city":"aaa"}\n```');
  await chat.finish();
  const answer = output.getByRole('group', { name: 'Answer' });
  await expect
    .poll(() => (answer.query() as HTMLElement | null)?.innerText)
    .toContain('{\n  "city": "aaa"\n}');
  expect((await chat.bodies())[0]).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { schema: city } },
  });
  for (const [text, problem] of [
    ['Aachen, of course', 'the answer is not JSON'],
    ['{"city":5}', 'the answer does not fit the schema: #/city'],
  ] as const) {
    await say('Again?');
    await chat.say(text);
    await chat.finish();
    await appears(output.getByRole('alert').getByText(problem));
    await appears(output.getByText(text));
  }
  expect(output.getByText('The answer is incomplete').query()).toBe(null);
});

test('a schema that takes long to check is given up', { tags: ['nightly'] }, async () => {
  const { chat, output, session } = await openWithServer();
  const schema = '{"properties":{"city":{"type":"string","pattern":"^(a+)+$"}}}';
  session.setChoices({ ...session.getSnapshot().choices, schema });
  await say('Which city?');
  await chat.say(`{"city":"${'a'.repeat(40)}!"}`);
  await chat.finish();
  await appears(output.getByRole('alert').getByText('the schema is too complex to check the answer'));
});

test('W21: answers again and edits at any turn are drafts, which branch into new chats', async () => {
  await page.viewport(1280, 420);
  const { output } = openScreen(`/${CHAT}`);
  const turn = (number: number) => conversation.getByRole('listitem').nth(number - 1);
  const drafts = (number: number) => turn(number).getByRole('group', { name: 'Drafts' });
  const spelled = (letters: string) => output.getByText(letters, { exact: true });
  const isDraft = (text: string) => expect.element(drafts(2)).toHaveTextContent(text);
  for (const word of ['one', 'two', 'six']) {
    await say(`Spell ${word}`);
    await appears(spelled([...word.toUpperCase()].join('-')));
  }
  await turn(2).getByRole('button', { name: 'Edit message' }).click();
  await expect.element(input).toHaveValue('Spell two');
  await expect.element(input).toHaveFocus();
  await say('Spell ten');
  await appears(spelled('T-E-N'));
  await isDraft('2 of 2');
  await turn(2).getByRole('button', { name: 'Answer again' }).click();
  await isDraft('3 of 3');
  await expect.element(spelled('S-I-X')).not.toBeInTheDocument();
  await drafts(2).getByRole('button', { name: 'Previous draft' }).click();
  await isDraft('2 of 3');
  const place = drafts(2).element().getBoundingClientRect().top;
  await drafts(2).getByRole('button', { name: 'Previous draft' }).click();
  await isDraft('1 of 3');
  // The first draft has its own end, which does not move the arrows away.
  await appears(spelled('S-I-X'));
  await appears(button('Go to the end'));
  expect(drafts(2).element().getBoundingClientRect().top).toBeCloseTo(place, -1);
  await turn(2).getByRole('button', { name: 'New chat from here' }).click();
  await appears(spelled('T-W-O'));
  await expect.element(spelled('S-I-X')).not.toBeInTheDocument();
  await button('New chat').click();
  await appears(page.getByRole('heading', { name: 'Chat with plain-assistant' }));
  await expect.element(input).toHaveFocus();
  await button('Back to the last chat').click();
  await appears(spelled('T-W-O'));
});

test('W21: system prompts are saved as presets', async () => {
  await openForm(CHAT);
  const preset = page.getByRole('combobox', { name: 'Preset' });
  for (const text of ['Be brief.', 'Answer in French.']) {
    await userEvent.fill(system, text);
    await button('Save as preset').click();
  }
  await button('Clear').click();
  await expect.element(system).toHaveValue('');
  await userEvent.selectOptions(preset, 'Be brief.');
  await expect.element(system).toHaveValue('Be brief.');
  await button('Delete preset').click();
  await expect
    .poll(() => textsOf(preset.getByRole('option').elements()))
    .toEqual(['Not saved', 'Answer in French.']);
  await expect.element(system).toHaveValue('Be brief.');
  expect(JSON.parse(localStorage.getItem('systemPrompts')!)).toEqual(['Answer in French.']);
});

test.each([
  ['{', 0],
  ['"Be brief."', 0],
  ['[1, null, {"a": "b"}, "Be brief.", "", "Be brief."]', 2],
])('W21: presets that others stored are read as far as they are texts: %s', async (stored, count) => {
  localStorage.setItem('systemPrompts', stored);
  await openForm(CHAT);
  await appears(system);
  expect(page.getByRole('combobox', { name: 'Preset' }).getByRole('option').elements()).toHaveLength(count);
});

test('W36: at 320 px, the caption of the example is visible', async () => {
  await page.viewport(320, 568);
  openScreen(`/${CHAT}`);
  await page
    .getByRole('button', { name: /^Try an example/ })
    .first()
    .click();
  const caption = page.getByText('Example 1 of 3');
  await expect.poll(() => caption.query()?.getBoundingClientRect().width).toBeGreaterThan(100);
  expect(caption.element().getBoundingClientRect().height).toBeLessThan(48);
});

test('W21: answers have the name of their model and say how fast they came; the tab of the settings stays', async () => {
  const { output } = openScreen(`/${CHAT}`);
  await say('What can you do?');
  await appears(output.getByText(/to the first token · \d+ tokens\/s/));
  await appears(output.getByRole('heading', { name: 'plain-assistant', exact: true }));
  const { width } = conversation.element().getBoundingClientRect();
  expect(width).toBeGreaterThanOrEqual(720);
  expect(width).toBeLessThanOrEqual(820);
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect.element(page.getByRole('group', { name: 'JSON' })).toHaveTextContent('choices');
  await page.getByRole('tab', { name: 'Code' }).click();
  await expect
    .element(page.getByRole('complementary', { name: 'Settings' }))
    .toHaveTextContent('What can you do?');
  await button('Settings').click();
  await expect.element(page.getByRole('complementary', { name: 'Settings' })).not.toBeInTheDocument();
  await page.viewport(390, 844);
  await button('Settings').click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await appears(settings.getByRole('tab', { name: 'Code', selected: true }));
  await settings.getByRole('tab', { name: 'Settings' }).click();
  await appears(settings.getByLabelText('System prompt'));
});

test('W27: on a phone, Stop is in view while the answer to a long message streams', async () => {
  await page.viewport(390, 844);
  openScreen('/text-generation/trouble/stream-stalls');
  await say('One more line\n'.repeat(40));
  await appears(page.getByText('Streaming'));
  const { top, bottom } = button('Stop').element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(844);
});

test('C2: an answer that was cut off can be continued', async () => {
  const { chat, output } = await openWithServer();
  await say('Count');
  await chat.say('one, two');
  await chat.finish('length');
  await button('Continue').click();
  await chat.say('three');
  await chat.finish();
  await appears(output.getByText('three'));
  expect((await chat.bodies()).at(-1)).toMatchObject({
    messages: ['Count', 'one, two', 'Continue exactly where you stopped.'].map((content) => ({ content })),
  });
});

test('F28, W15: Markdown loads nothing, runs nothing, and shows direction overrides', async () => {
  const { chat, output } = await openWithServer();
  const loaded: string[] = [];
  const observer = new PerformanceObserver((list) =>
    loaded.push(...list.getEntries().map(({ name }) => name)),
  );
  observer.observe({ type: 'resource' });
  await say('Attack');
  await chat.say(
    '![x](https://evil.test/x.png) <img src=https://evil.test/y onerror=alert(1)> [a](javascript:alert(1)) ' +
      '[b](https://example.org) \u202eabc\n\n<script>alert(1)</script>',
  );
  await chat.finish();
  const link = output.getByRole('link', { name: 'b' });
  await appears(link);
  expect(within(output, 'img, script')).toEqual([]);
  expect(within<HTMLAnchorElement>(output, 'a').map(({ href }) => href)).toEqual([
    'https://evil.test/x.png',
    'https://example.org/',
  ]);
  expect(link.element().getAttribute('rel')).toBe('noopener noreferrer');
  await expect.element(output).toHaveTextContent('<U+202E>abc');
  await userEvent.fill(input, '\u05e9\u05dc\u05d5\u05dd');
  expect(getComputedStyle(input.element()).direction).toBe('rtl');
  observer.disconnect();
  expect(loaded.filter((url) => url.includes('evil.test'))).toEqual([]);
});

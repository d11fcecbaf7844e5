import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { openForm, showResult } from '../support/mount.tsx';
import { openScreen } from '../support/screen.tsx';
import { json, serve } from '../support/server.ts';
import { button, press, within } from '../support/user.ts';

const SENTIMENT = 'text-classification/sandbox/vader-sentiment';
const SILENT = 'text-classification/trouble/silent';
const QUESTION = 'question-answering/sandbox/word-overlap-answers';

const input = page.getByLabelText('Input', { exact: true });
const inputs = page.getByRole('region', { name: 'Inputs' });
const examples = page.getByRole('list', { name: 'Examples' });
const example = page.getByRole('button', { name: /^Try an example/ }).first();
const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();
const isDisabled = (locator: Locator) => expect.element(locator).toHaveAttribute('aria-disabled', 'true');
const isEnabled = (locator: Locator) => expect.element(locator).not.toHaveAttribute('aria-disabled');

const focus = (locator: Locator) => (locator.element() as HTMLElement).focus();
const pressOn = async (locator: Locator, keys = '{Enter}') => {
  await isEnabled(locator);
  focus(locator);
  await press(keys);
};

test('S16: missing inputs are listed next to the disabled button, and white space is none', async () => {
  const { output, sent } = await openForm(QUESTION);
  const [question, context] = ['Input - Question', 'Input - Context'].map((name) =>
    page.getByLabelText(name),
  );
  await appears(inputs.getByText('Add a question and a context to run'));
  await isDisabled(button('Run'));
  await userEvent.fill(context!, 'The postman is there.');
  for (const space of [' ', '\n\t', '\u00a0\u3000']) {
    await userEvent.fill(question!, space);
    await appears(inputs.getByText('Add a question to run', { exact: true }));
    await isDisabled(button('Run'));
  }
  // The shortcut moves the focus to the missing input, runs in any input, and keeps the focus there.
  focus(context!);
  await press('{Control>}{Enter}{/Control}');
  await expect.element(question!).toHaveFocus();
  await userEvent.fill(question!, ' Who is there? ');
  await isEnabled(button('Run'));
  expect(inputs.getByText('Missing').query()).toBe(null);
  await press('{Control>}{Enter}{/Control}');
  await appears(output.getByText('postman'));
  await expect.element(question!).toHaveFocus();
  expect(sent).toHaveLength(1);
});

test('F51: a double click sends one request; all controls except Stop are disabled', async () => {
  const { output, sent } = await openForm(SILENT);
  await userEvent.fill(input, 'Nothing comes of it.');
  await userEvent.dblClick(button('Run'));
  await appears(button('Stop'));
  for (const part of [button('Clear'), example]) await isDisabled(part);
  await expect.element(input).toHaveAttribute('readonly');
  await expect.poll(() => sent.length).toBe(1);
  await press('{Escape}');
  await appears(output.getByText('Canceled.'));
  expect(sent).toHaveLength(1);
  await isEnabled(button('Run'));
});

test('each example of the model fills the form, and can be undone', async () => {
  await openForm(SENTIMENT);
  await expect.poll(() => examples.getByRole('button').elements().length).toBe(3);
  expect(examples.element().getBoundingClientRect().height).toBeLessThanOrEqual(64);
  const second = examples.getByRole('button').nth(1);
  const words = within(second, 'span').at(-1)!.textContent;
  await userEvent.fill(input, 'My own words');
  await second.click();
  await appears(inputs.getByText('Example 2 of 3'));
  expect((input.element() as HTMLTextAreaElement).value).toContain(words);
  await pressOn(examples.getByRole('button', { name: /^Try an example: Positive/ }));
  await appears(inputs.getByText('Example 1 of 3'));
  await expect.element(example).toHaveFocus();
  expect((input.element() as HTMLTextAreaElement).value).not.toContain(words);
  await expect.element(example).toHaveAttribute('aria-current', 'true');
  await pressOn(button('Undo'));
  await expect.element(input).toHaveValue('My own words');
  await expect.element(example).not.toHaveAttribute('aria-current');
  await expect.element(example).toHaveFocus();
});

test('an example with an image shows it', async () => {
  await openForm('object-detection/sandbox/shape-detector');
  await expect.poll(() => within(example, 'img').length).toBe(1);
  await example.click();
  await appears(inputs.getByText(/^Example 1/));
  await appears(inputs.getByRole('button', { name: 'Remove' }));
});

test('an example that is loading can be canceled, and one that is unavailable is reported', async () => {
  const widgetData = [{ src: '$url/missing.png', example_title: 'Gone' }];
  const hub = await serve({
    '^/api/models/org/slow.*widgetData': { ending: 'silence' },
    '^/api/models/(org/\\w+)': json({ id: '$1', pipeline_tag: 'object-detection', widgetData }),
  });
  const { goTo } = openScreen('/object-detection/org/slow', { hubUrl: hub.url });
  await example.click();
  await appears(inputs.getByText('Loading an example'));
  await pressOn(inputs.getByRole('button', { name: 'Cancel' }));
  await expect.element(inputs.getByText('Loading an example')).not.toBeInTheDocument();
  await expect.element(example).toHaveFocus();
  goTo('/object-detection/org/gone');
  await page.getByRole('button', { name: /^Try an example: Gone/ }).click();
  await appears(inputs.getByText(/^Could not load Example 1 of \d+: /));
});

test('a result of previous inputs is marked; Clear removes inputs and output and can be undone', async () => {
  const { output } = await showResult(SENTIMENT);
  const { value: words } = input.element() as HTMLTextAreaElement;
  const note = output.getByText('Inputs changed since this run');
  await appears(button('Run again'));
  expect(note.query()).toBe(null);
  await userEvent.fill(input, `${words} Not.`);
  await appears(note);
  await userEvent.fill(input, words);
  await expect.element(note).not.toBeInTheDocument();
  await pressOn(button('Clear'));
  await expect.element(input).toHaveValue('');
  await appears(output.getByText('Labels with scores appear here.'));
  await appears(inputs.getByText('Cleared.'));
  await pressOn(button('Undo clear'));
  await expect.element(input).toHaveValue(words);
  await expect.element(button('Clear')).toHaveFocus();
});

test('running keeps the focus: on Run, and after Run again on the heading of the output', async () => {
  const { output } = await openForm(SENTIMENT);
  await userEvent.fill(input, 'My own words');
  await pressOn(button('Run'));
  await appears(output.getByText('NEUTRAL'));
  await expect.element(button('Run')).toHaveFocus();
  await pressOn(button('Run again'));
  // Not on Run or Cancel, since keys may be pressed twice (F51).
  await expect.element(page.getByRole('heading', { name: 'Output' })).toHaveFocus();
});

test('the input keeps the focus when the model turns out not to chat', async () => {
  const model = json({ id: 'org/tale', pipeline_tag: 'text-generation' });
  const hub = await serve({
    '^/api/models/org/tale\\?.*widgetData': model,
    '^/api/models/org/tale\\?': { ending: 'open' },
    '^/api/models/org/tale': model,
  });
  const { session } = openScreen('/text-generation/org/tale', { hubUrl: hub.url });
  await appears(input);
  await input.click();
  await hub.send(model.text!, 'end');
  await expect.poll(() => session.getSnapshot().chatSupport).toBeDefined();
  await press('Once upon a time');
  await expect.element(input).toHaveValue('Once upon a time');
});

test('F51: another model hides the previous response and cancels its request; inputs are kept, also after another task', async () => {
  const server = await serve({ '': { ending: 'silence' } });
  const { goTo, goBy, output } = openScreen(`/${SILENT}`, { inferenceUrl: server.url });
  await userEvent.fill(input, 'Anyone?');
  await button('Run').click();
  await appears(output.getByText('Waiting for the response'));
  goTo(`/${SENTIMENT}`);
  await appears(page.getByRole('heading', { name: 'sandbox/vader-sentiment' }));
  await appears(output.getByText('Labels with scores appear here.'));
  expect(await server.hasLeft('trouble/silent')).toBe(true);
  await expect.element(input).toHaveValue('Anyone?');
  goTo(`/${QUESTION}`);
  await appears(page.getByLabelText('Input - Question'));
  goBy(-1);
  await expect.element(input).toHaveValue('Anyone?');
});

test('on a phone, the output scrolls into view', async () => {
  await page.viewport(390, 844);
  const { output } = openScreen('/sentence-similarity/sandbox/word-cosine');
  await example.click();
  await appears(page.getByText(/^Example 1 of/));
  await button('Run').click();
  await appears(output.getByText('Output - Sentence #1'));
  await expect.poll(() => output.element().getBoundingClientRect().top).toBeLessThan(844 / 2);
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('the form stays in view next to a long result, and scrolls on its own', async () => {
  await page.viewport(1280, 500);
  openScreen('/object-detection/sandbox/shape-detector');
  await pressOn(example);
  await appears(page.getByText(/^Example 1 of/));
  await button('Run').click();
  await appears(button('Run again'));
  const top = (name: string) => page.getByRole('heading', { name }).element().getBoundingClientRect().top;
  expect(top('Inputs')).toBeGreaterThanOrEqual(0);
  expect(button('Run').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(500);
  const before = top('Output');
  await userEvent.wheel(page.getByRole('heading', { name: 'Inputs' }), { delta: { y: 100 } });
  await expect.poll(() => top('Inputs')).toBeLessThan(40);
  // The output and the page stay.
  expect(top('Output')).toBe(before);
  expect(scrollY).toBe(0);
});

import { taskGroups, tasks } from '@tryout/engine';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { findOverflow } from '../../support/browser/layout.ts';
import { openScreen } from '../support/screen.tsx';
import { json } from '../support/server.ts';
import { button, press, textsOf, within } from '../support/user.ts';
import { openHub, row, TASK } from './hub.ts';

const SENTIMENT = 'sandbox/vader-sentiment';

const appears = (locator: Locator) => expect.element(locator.first()).toBeInTheDocument();
const details = page.getByRole('button', { name: /^Model details/ });
const about = page.getByRole('dialog', { name: /^About / });
const box = (locator: Locator) => locator.element().getBoundingClientRect();

test('the start page asks for a task, lists all tasks by category and links to them with their descriptions', async () => {
  const { path, task, model, options } = openScreen('/');
  await appears(page.getByText('Select a task to view available models'));
  await appears(page.getByText('Or paste a model ID or the URL of a model page.'));
  const overview = page.getByRole('region', { name: `All ${tasks.length} tasks` });
  await appears(overview);
  await expect.element(task).toHaveAttribute('placeholder', 'Select a task');
  expect(model.query()).toBe(null);
  expect(page.getByRole('link', { name: 'View model on' }).query()).toBe(null);
  expect(document.title).toBe('Tryout');
  await task.click();
  const listed = taskGroups.flatMap((group) => group.tasks);
  await expect.element(options.first()).toHaveTextContent(listed[0]!.label);
  await expect.element(options.first()).toHaveTextContent(listed[0]!.summary);
  await expect.element(options.first()).toHaveAttribute('data-heading', taskGroups[0]!.label);
  await expect.element(options.first()).toHaveAttribute('aria-setsize', String(tasks.length));
  await press('{End}');
  await appears(options.filter({ hasText: listed.at(-1)!.label }));
  await press('{Escape}');
  for (const { label, tasks: grouped } of taskGroups) {
    const group = overview.getByRole('region', { name: label });
    expect(textsOf(group.getByRole('link').elements())).toEqual(grouped.map((each) => each.label));
    for (const { summary } of grouped) expect(group.element().textContent).toContain(summary);
  }
  const link = overview.getByRole('link', { name: tasks[22]!.label });
  link.element().focus();
  await press('{Enter}');
  await expect.poll(path).toBe(`/${tasks[22]!.id}`);
  await expect.element(overview).not.toBeInTheDocument();
  // The link is gone, and with it the focus.
  await expect.element(page.getByRole('heading', { name: 'Try a model' })).toHaveFocus();
});

test('choosing a task keeps the focus in its field, and another model can be chosen from the list', async () => {
  const { path, task, model, options, status } = openScreen('/');
  await userEvent.fill(task, 'translation');
  await options.filter({ hasText: /^Translation/ }).click();
  await expect.poll(path).toBe('/translation');
  await appears(status('2 models'));
  await expect.element(task).toHaveFocus();
  await model.click();
  await options.filter({ hasText: 'sandbox/morse-code' }).click();
  await expect.poll(path).toBe('/translation/sandbox/morse-code');
  await model.click();
  // All models are listed, not just matches of the current name.
  await expect.poll(() => options.elements().length).toBe(2);
  await expect.element(options.filter({ hasText: 'selected' })).toHaveTextContent('sandbox/morse-code');
  // The name is selected, so that typing replaces it.
  await press('pig');
  await expect.element(model).toHaveValue('pig');
  await press('{Enter}');
  await expect.poll(path).toBe('/translation/sandbox/pig-latin');
  await appears(page.getByRole('heading', { name: 'sandbox/pig-latin' }));
});

test('W10, W31: a link without a task looks up the model, an alias opens its task, and another task is offered', async () => {
  const { path, goTo, model } = openScreen(`/${SENTIMENT}`);
  await expect.poll(path).toBe(`/text-classification/${SENTIMENT}`);
  await details.click();
  await appears(page.getByText('mit license'));
  goTo('/asr');
  await expect.poll(path).toBe('/automatic-speech-recognition');
  goTo(`/translation/${SENTIMENT}`);
  const open = page.getByRole('link', { name: 'Open in Text Classification' });
  await expect.element(open).toHaveAttribute('href', `#/text-classification/${SENTIMENT}`);
  await expect.element(model).toHaveValue(SENTIMENT);
  // It is the only action.
  expect(button('Run').query()).toBe(null);
});

test('C5: missing models and tasks suggest similar ones, and the title says that a task is unknown', async () => {
  const { path, goTo, goBy, task, model, options } = openScreen(`/text-classification/${SENTIMENT}al`);
  await appears(page.getByText(`Model ${SENTIMENT}al not found`));
  await appears(page.getByRole('heading', { name: 'Start with one of these' }));
  expect(page.getByText('not found').elements()).toHaveLength(1);
  expect(button('Run').query()).toBe(null);
  await page.getByRole('alert').getByRole('link', { name: SENTIMENT }).click();
  await expect.poll(path).toBe(`/text-classification/${SENTIMENT}`);
  await appears(model);

  goTo(`/text-clasification/${SENTIMENT}`);
  await appears(page.getByText("Unknown task 'text-clasification'"));
  await appears(page.getByText('Did you mean text-classification?'));
  await expect.poll(() => document.title).toBe('Unknown task · Tryout');
  await expect.element(task).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('alert').getByRole('link', { name: 'Text Classification' }).click();
  await expect.poll(path).toBe(`/text-classification/${SENTIMENT}`);
  goBy(-1);
  await appears(page.getByText('Did you mean text-classification?'));
  await task.click();
  await press('fill{Enter}');
  await expect.poll(path).toBe('/fill-mask');
  await appears(options.or(model));
  // The field lost the focus while models were loading.
  await expect.element(task).toHaveFocus();
});

test('a model pasted into the task field selects its task', async () => {
  const { path, task, options } = await openHub(
    {
      '^/api/models/rare/driver': json({ id: 'rare/driver', pipeline_tag: 'reinforcement-learning' }),
      '^/api/models/rare/bird': json(row('rare/bird')),
    },
    '/',
  );
  await userEvent.fill(task, 'https://huggingface.co/rare/fish');
  await options.filter({ hasText: 'Look up model rare/fish' }).click();
  await appears(page.getByText('Model rare/fish not found'));
  await userEvent.fill(task, 'rare/driver');
  await press('{Enter}');
  await appears(page.getByText('rare/driver is for the task reinforcement-learning'));
  await userEvent.fill(task, 'rare/bird');
  await press('{Enter}');
  await expect.poll(path).toBe(`/${TASK}/rare/bird`);
});

const long = 'a-very-long-name-'.repeat(12);

test.each([
  // An encoded slash.
  [`/${encodeURIComponent('foo/bar')}/x`, "'foo/bar/x' is not a model ID"],
  [`/${'w'.repeat(90)}/${'m'.repeat(90)}`, `Model ${'w'.repeat(90)}/${'m'.repeat(90)} not found`],
  [`/${long}/org/model`, 'Unknown task'],
  [`/text-classification/foo/${'m'.repeat(200)}`, 'is not a model ID. Choose a model'],
])('W18: the page of an unknown task or model keeps its layout at all widths: %#', async (path, message) => {
  const { task } = openScreen(path);
  await appears(page.getByText(message));
  for (const width of [320, 768, 1280]) {
    await page.viewport(width, 800);
    await expect.poll(findOverflow, { message: `beyond the right edge at ${width}` }).toEqual([]);
    if (path.startsWith('/text-classification/')) continue;
    expect(box(task).width, `task field at ${width}`).toBeGreaterThan(Math.min(width - 40, 560) - 60);
    const hint = page.getByText('Or paste a model ID or the URL of a model page.');
    expect(box(hint).height, `hint at ${width}`).toBeLessThan(60);
  }
});

test('on a phone, the first input and Run are in view after selecting a model, and a long name is shown completely', async () => {
  await page.viewport(390, 844);
  const { goTo } = openScreen(`/text-classification/${SENTIMENT}`);
  await appears(page.getByRole('button', { name: /^Try an example: / }));
  expect(box(button('Run')).bottom).toBeLessThan(844);
  // Still available to screen readers.
  await appears(page.getByRole('heading', { name: 'Try a model' }));
  await appears(page.getByRole('heading', { name: SENTIMENT }));
  await details.click();
  await appears(page.getByRole('link', { name: 'View model on' }));
  const name = `sandbox/${'long-name-'.repeat(4)}end`;
  goTo(`/text-classification/${name}`);
  const note = page.getByText(`Model ${name} not found`);
  await appears(note);
  expect(box(note).width).toBeGreaterThan(200);
});

test.each([
  ['table-question-answering', 'Harley Race'],
  ['image-classification', 'Egyptian cat'],
])('S14: the panel about a task has its demo and safe links, and fits 390 px: %s', async (task, demo) => {
  await page.viewport(390, 844);
  openScreen(`/${task}`);
  await button('About this task').click();
  await appears(about.getByText(demo));
  await appears(about.getByRole('heading', { name: 'Recommended models' }));
  expect(about.element().scrollWidth).toBe(about.element().clientWidth);
  const links = within<HTMLAnchorElement>(about, 'a[href^="http"]');
  expect(links.length).toBeGreaterThan(5);
  expect(new Set(links.map(({ target, rel }) => `${target} ${rel}`))).toEqual(
    new Set(['_blank noopener noreferrer']),
  );
  expect(within(about, 'iframe, video, img')).toEqual([]);
});

test('S14, W23: the panel works by keyboard: Esc returns to the button of the details, a model opens its form', async () => {
  const { path } = openScreen(`/text-classification/${SENTIMENT}`);
  const tabTo = async (name: string) => {
    for (let steps = 0; steps < 60; steps += 1) {
      await press('{Tab}');
      if (document.activeElement?.textContent === name) return;
    }
    expect.fail(`${name} was not reached`);
  };
  const open = async () => {
    await press('{Enter}');
    await tabTo('About this task');
    await press('{Enter}');
    await appears(about.getByRole('heading', { name: 'Recommended models' }));
  };
  await appears(details);
  details.element().focus();
  await open();
  await expect.element(about.getByRole('button', { name: 'Close' })).toHaveFocus();
  await press('{Escape}');
  await expect.element(about).not.toBeInTheDocument();
  await expect.element(details).toHaveFocus();
  await open();
  await tabTo('sandbox/question-or-statement');
  await press('{Enter}');
  await expect.element(about).not.toBeInTheDocument();
  await expect.poll(path).toBe('/text-classification/sandbox/question-or-statement');
  await appears(page.getByLabelText('Input', { exact: true }));
});
